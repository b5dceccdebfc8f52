import { call, calls } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { agentUnderTest, anyTool, failureOf } from '../../../test/agent-under-test.ts'
import { createPages } from '../../../test/pages-under-test.ts'
import { seeded } from '../../../test/seeded-storage.ts'
import { memoryStorage, type SessionNote } from './index.ts'

const hang = (): Promise<never> => new Promise(() => undefined)

describe('the state of a session that is opened', () => {
  it('R68 is `isOpening` until the last one is read', async () => {
    const { storage, a, b } = await seeded()
    const gate = Promise.withResolvers<void>()
    const { agent } = agentUnderTest([], {
      storage: {
        ...storage,
        readMessages: async (id, range) => {
          if (id === a) await gate.promise
          return storage.readMessages(id, range)
        },
      },
    })
    await agent.sessions.opening
    expect(agent.sessions.getState().isOpening).toBe(false)
    const left = failureOf(agent.sessions.open(b))
    const opened = agent.sessions.open(a)
    expect(agent.sessions.getState().isOpening).toBe(true)
    await left
    await vi.waitFor(() => expect(agent.sessions.current).toBe(a))
    expect(agent.sessions.getState().isOpening).toBe(true)
    gate.resolve()
    await opened
    expect(agent.sessions.getState().isOpening).toBe(false)
    expect(JSON.stringify(agent.history.messages)).toContain('words of A')
  })

  it('R68 is not `isOpening` after an open that failed, or one that `create` replaced', async () => {
    const { storage, a } = await seeded()
    const { agent } = agentUnderTest([], { storage })
    await agent.sessions.opening
    await failureOf(agent.sessions.open('nothing'))
    expect(agent.sessions.getState().isOpening).toBe(false)
    const left = failureOf(agent.sessions.open(a))
    await agent.sessions.create()
    expect(agent.sessions.getState().isOpening).toBe(false)
    await left
    expect(agent.sessions.getState().isOpening).toBe(false)
  })

  it('R68 is whole once it is not `isOpening`: a run that was cut short is known', async () => {
    const pages = createPages()
    const before = pages.open()
    const started = Promise.withResolvers<void>()
    const slow = anyTool('slow', () => {
      started.resolve()
      return hang()
    })
    const first = agentUnderTest([calls(call('slow'))], { storage: before.storage, tools: [slow] })
    void first.agent.chat('Go').catch(() => undefined)
    await started.promise
    await before.die()
    for (const open of ['latest', first.agent.sessions.current]) {
      const { storage } = pages.open()
      const { agent } = agentUnderTest([], { storage, tools: [slow], session: { open } })
      const seen: unknown[] = []
      agent.sessions.subscribe(({ isOpening, isInterrupted }) => {
        if (!isOpening) seen.push(isInterrupted)
      })
      await agent.sessions.opening
      expect(agent.sessions.getState()).toMatchObject({ isOpening: false, isInterrupted: true })
      expect(new Set(seen)).toEqual(new Set([true]))
    }
  })

  it('R68 is whole once it is not `isOpening`: a run of another page is known', async () => {
    const pages = createPages()
    const slow = anyTool('slow', () => hang())
    const script = [calls(call('slow'))]
    const first = agentUnderTest(script, { storage: pages.open().storage, tools: [slow] })
    void first.agent.chat('Go').catch(() => undefined)
    await expect.poll(() => first.agent.calls.getState().size).toBe(1)
    const { agent } = agentUnderTest([], { storage: pages.open().storage, tools: [slow] })
    await agent.sessions.opening
    expect(agent.sessions.getState()).toMatchObject({ isOpening: false, running: 'elsewhere' })
  })

  it.each(['no storage', 'a storage'])(
    'changes once for a new session, and is never of two, with %s',
    async (with_) => {
      const storage = with_ === 'a storage' ? memoryStorage() : undefined
      const { agent } = agentUnderTest(['Hello'], { storage })
      await agent.chat('Hi')
      const old = agent.sessions.current
      const states: unknown[] = []
      const ofSessions: unknown[] = []
      agent.subscribe(({ session, messages }) => {
        states.push([session.current === old, messages.length, session.usage.session.usage])
      })
      agent.sessions.subscribe(({ current, usage }) => {
        ofSessions.push([current === old, usage.session.usage.totalTokens])
      })
      await agent.sessions.create()
      expect(states).toEqual([[false, 0, expect.objectContaining({ totalTokens: 0 })]])
      expect(ofSessions).toEqual([[false, 0]])
    },
  )

  it('R68 does not wait for what is still read of the session before', async () => {
    const { storage, a, b } = await seeded()
    const listeners = new Map<string, (note: SessionNote) => void>()
    let isHanging = false
    const { agent } = agentUnderTest([], {
      storage: {
        ...storage,
        read: (id) => (isHanging && id === b ? hang() : storage.read(id)),
        watch: (id, listener) => {
          listeners.set(id, listener)
          return () => undefined
        },
      },
    })
    await agent.sessions.opening
    expect(agent.sessions.current).toBe(b)
    isHanging = true
    listeners.get(b)?.({ type: 'advanced', next: 3, isRunning: false })
    await agent.sessions.open(a)
    expect(JSON.stringify(agent.history.messages)).toContain('words of A')
    isHanging = false
    await agent.sessions.open(b)
    isHanging = true
    listeners.get(b)?.({ type: 'advanced', next: 3, isRunning: false })
    expect(await agent.sessions.create()).toBe(agent.sessions.current)
  })
})
