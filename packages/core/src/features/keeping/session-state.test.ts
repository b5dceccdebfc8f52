import { call, calls } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { agentUnderTest, answersIn, anyTool, told } from '../../../test/agent-under-test.ts'
import { lossyStorage } from '../../../test/lossy-storage.ts'
import { createPages } from '../../../test/pages-under-test.ts'
import { type Agent, type AgentOptions } from '../../index.ts'
import { inputGuardrail } from '../answers/index.ts'
import { memoryStorage } from './index.ts'

/** Resolves with the state of the open session as it is stored. */
const storedOf = async (agent: Agent): Promise<unknown> =>
  (await agent.sessions.export(agent.sessions.current)).state

const filter = anyTool('filter', (_args, { run }) => Object(run.state.get()).filter ?? 'none')
const reading: Partial<AgentOptions> = { tools: [filter] }

describe('the state of a session', () => {
  it('is what the page has set, for instructions, guardrails, plug-ins and tools', async () => {
    const seen: unknown[] = []
    const see = (state: unknown): void => void seen.push(state)
    const { agent } = agentUnderTest([calls(call('filter')), 'Done'], {
      ...reading,
      instructions: ({ state }) => {
        see(state.get())
        return 'Help.'
      },
      use: [
        inputGuardrail('any', (_text, run) => {
          see(run?.state.get())
          return (!run?.signal.aborted && Object(run?.dependencies).api === 1) || 'Refused.'
        }),
        { name: 'own', run: ({ run }, next) => (see(run.state.get()), next()) },
      ] as AgentOptions['use'],
      dependencies: { api: 1 } as object,
    })
    agent.sessions.state.set({ filter: 'paid' })
    agent.sessions.state.set({ page: 2 })
    const { messages } = await agent.chat('Go')
    expect(new Set(seen.map((state) => JSON.stringify(state)))).toEqual(
      new Set(['{"filter":"paid","page":2}']),
    )
    expect(seen).toHaveLength(4)
    expect(told(answersIn(messages)[0])).toBe('paid')
  })

  it('is told to the page when a tool or the page changes it', async () => {
    const set = anyTool('set', (_args, { run }) => run.state.set({ by: 'tool' }))
    const { agent } = agentUnderTest([calls(call('set')), 'Done'], { tools: [set] })
    const states: unknown[] = []
    agent.subscribe(({ session }, before) => {
      if (session.state !== before.session.state) states.push(session.state)
    })
    agent.sessions.state.set({ by: 'page' })
    await agent.chat('Go')
    expect(states).toEqual([{ by: 'page' }, { by: 'tool' }])
    expect(agent.sessions.state.get()).toEqual({ by: 'tool' })
    await agent.sessions.create()
    expect(agent.sessions.getState().state).toEqual({})
  })

  it('is stored when the page sets it: before the first chat, between chats and during one', async () => {
    const storage = memoryStorage()
    const during = anyTool('during', () => agent.sessions.state.set({ three: 3 }))
    const script = ['Hello', calls(call('during')), 'Done']
    const { agent } = agentUnderTest(script, { storage, tools: [during] })
    agent.sessions.state.set({ one: 1 })
    await agent.chat('Hi')
    expect(await storedOf(agent)).toEqual({ one: 1 })
    agent.sessions.state.set({ two: 2 })
    await vi.waitFor(async () => expect(await storedOf(agent)).toEqual({ one: 1, two: 2 }))
    await agent.chat('Go')
    const all = { one: 1, two: 2, three: 3 }
    await vi.waitFor(async () => expect(await storedOf(agent)).toEqual(all))
    const { agent: next } = agentUnderTest([calls(call('filter')), 'Done'], { storage, ...reading })
    await vi.waitFor(() => expect(next.sessions.state.get()).toEqual(all))
  })

  it('keeps what the page set while the session was read, or while another page ran it', async () => {
    const pages = createPages()
    const gate = Promise.withResolvers<void>()
    const slow = anyTool('slow', async (_args, { run }) => {
      await gate.promise
      run.state.set({ theirs: 1 })
    })
    const theirs = agentUnderTest([calls(call('slow')), 'Done'], {
      storage: pages.open().storage,
      tools: [slow],
    })
    const run = theirs.agent.chat('Go')
    await expect.poll(() => theirs.agent.calls.getState().size).toBe(1)
    const { agent } = agentUnderTest(['Done'], { storage: pages.open().storage, ...reading })
    agent.sessions.state.set({ early: 1 })
    await expect.poll(() => agent.sessions.getState().running).toBe('elsewhere')
    agent.sessions.state.set({ late: 1 })
    gate.resolve()
    await run
    const all = { early: 1, late: 1, theirs: 1 }
    await expect.poll(() => agent.sessions.state.get()).toEqual(all)
    await expect.poll(() => storedOf(agent)).toEqual(all)
  })

  it.each(['refused', 'lost'] as const)('is stored later if its write was %s', async (fate) => {
    const storage = memoryStorage()
    // A write that may be stored is sent again at once.
    const fates = [fate, fate]
    const { agent } = agentUnderTest(['Hello', 'Again'], {
      storage: lossyStorage(storage, ({ session }) => (session?.state && fates.pop()) || 'stored'),
    })
    await agent.chat('Hi')
    agent.sessions.state.set({ a: 1 })
    await expect.poll(() => fates).toEqual([])
    await agent.chat('Go')
    expect(agent.sessions.state.get()).toEqual({ a: 1 })
    const { agent: later } = agentUnderTest([], { storage })
    await expect.poll(() => later.sessions.state.get()).toEqual({ a: 1 })
  })

  it('is not replaced by what a page has set that could not read it', async () => {
    const storage = memoryStorage()
    const { agent: before } = agentUnderTest(['Hello'], { storage })
    before.sessions.state.set({ b: 2 })
    await before.chat('Hi')
    const id = before.sessions.current
    let reads = Infinity
    const states: unknown[] = []
    const failing =
      <Args extends unknown[], T>(read: (...args: Args) => Promise<T>) =>
      async (...args: Args): Promise<T> => {
        if (reads-- > 0) return read(...args)
        throw new TypeError('Failed to fetch')
      }
    const half = {
      ...storage,
      read: failing(storage.read),
      readMessages: failing(storage.readMessages),
    }
    const { agent } = agentUnderTest(['Apart', 'Again'], {
      storage: lossyStorage(half, ({ session }) => (states.push(session?.state), 'stored')),
      session: 'new',
    })
    await agent.sessions.opening
    // The first reading of `open` says that the session is there.
    reads = 1
    await expect(agent.sessions.open(id)).rejects.toThrow('could not be read')
    agent.sessions.state.set({ a: 1 })
    await agent.chat('Go')
    await expect.poll(() => states).toEqual([undefined])
    reads = Infinity
    await agent.chat('Go on')
    expect((await storage.read(id))?.state).toEqual({ a: 1, b: 2 })
  })

  it('of a session that is left stays there', async () => {
    const { agent } = agentUnderTest(['Hello'], { storage: memoryStorage() })
    await agent.chat('Hi')
    const first = agent.sessions.current
    agent.sessions.state.set({ of: 'first' })
    await agent.sessions.create()
    expect(agent.sessions.state.get()).toEqual({})
    agent.sessions.state.set({ of: 'second' })
    await agent.sessions.open(first)
    await expect.poll(() => agent.sessions.state.get()).toEqual({ of: 'first' })
  })

  it('is the same for the runs in a session whose tools go on after it was left', async () => {
    const gate = Promise.withResolvers<void>()
    const seen: unknown[] = []
    const slow = anyTool('slow', async (_args, { run }) => {
      const { state } = run
      await gate.promise
      state.set({ late: 1 })
      seen.push(run.state.get(), state.get())
    })
    const { agent } = agentUnderTest([], { tools: [slow] })
    agent.sessions.state.set({ of: 'first' })
    const run = agent.runTool('slow')
    await expect.poll(() => agent.calls.getState().size).toBe(1)
    await agent.sessions.create()
    gate.resolve()
    await run
    const own = { of: 'first', late: 1 }
    expect(seen).toEqual([own, own])
    expect(agent.sessions.state.get()).toEqual({})
  })
})
