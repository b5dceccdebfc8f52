import { describe, expect, it, vi } from 'vitest'
import { agentUnderTest, failureOf } from '../../../test/agent-under-test.ts'
import { seeded } from '../../../test/seeded-storage.ts'
import type { SessionNote } from './index.ts'

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
