import { calls, flush } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool, failureOf } from '../../../test/agent-under-test.ts'
import { type AgentStorage, memoryStorage, type ReadOptions } from './index.ts'

/** Returns a storage of which readings hang from `hang()` on, until their signal aborts. */
function hangingStorage(): { storage: AgentStorage; hang(): void; signals: AbortSignal[] } {
  const memory = memoryStorage()
  const signals: AbortSignal[] = []
  let isHanging = false
  const read =
    <Args extends unknown[], T>(work: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      const { signal } = (args.at(-1) ?? {}) as ReadOptions
      if (!isHanging || !signal) return work(...args)
      signals.push(signal)
      const { promise, reject } = Promise.withResolvers<never>()
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      return promise
    }
  const storage: AgentStorage = {
    ...memory,
    read: read(memory.read),
    readMessages: read(memory.readMessages),
    readIntents: read(memory.readIntents),
  }
  return { storage, hang: () => void (isHanging = true), signals }
}

/** Stores two sessions with a message each, and opens a page of the first. */
async function openPage() {
  const under = hangingStorage()
  const { agent } = agentUnderTest(['1', '2'], { storage: under.storage })
  await agent.chat('one')
  const first = agent.sessions.current
  await agent.sessions.create()
  await agent.chat('two')
  const second = agent.sessions.current
  await agent.sessions.open(first)
  await flush()
  return { ...under, agent, first, second }
}

describe('the reading of a session', () => {
  it('ends when another one is opened', async () => {
    const { agent, hang, signals, first, second } = await openPage()
    hang()
    const one = failureOf(agent.sessions.open(second))
    await flush()
    void agent.sessions.open(first).catch(() => undefined)
    expect((await one).message).toContain('the last call counts')
    // Each opening reads the session and its newest messages.
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false, false])
  })

  it('ends when a new one is begun', async () => {
    const { agent, hang, second } = await openPage()
    hang()
    const one = failureOf(agent.sessions.open(second))
    await flush()
    const id = await agent.sessions.create()
    expect((await one).message).toContain('the last call counts')
    expect(agent.sessions.current).toBe(id)
  })

  it('ends when the page shows no conversation any more', async () => {
    const { agent, hang, signals, second } = await openPage()
    hang()
    const one = failureOf(agent.sessions.open(second)).catch((error: unknown) => error)
    await flush()
    agent.sessions.close()
    await one
    expect(signals.every(({ aborted }) => aborted)).toBe(true)
  })

  it('ends with the run that it is for', async () => {
    const { storage, hang, signals } = hangingStorage()
    const { agent } = agentUnderTest(['1'], { storage })
    await agent.chat('one')
    const other = agentUnderTest(['2'], { storage, session: agent.sessions.current }).agent
    await other.sessions.opening
    // The first page has stored more meanwhile.
    await agent.chat('more').catch(() => undefined)
    hang()
    const run = other.chat('two')
    await flush()
    run.cancel({ kind: 'user' })
    expect(await failureOf(run)).toMatchObject({ name: 'CancellationError' })
    // The second reading looks for another page.
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
    expect(other.sessions.getState().degraded).toBeUndefined()
  })

  it('of older messages ends without an error when another one is opened', async () => {
    const memory = hangingStorage()
    const { agent } = agentUnderTest([], { storage: memory.storage })
    const messages = Array.from({ length: 120 }, (_, nth) => ({ role: 'user', content: `${nth}` }))
    const id = await agent.sessions.import(messages)
    await agent.sessions.open(id)
    expect(agent.sessions.getState().hasOlder).toBe(true)
    memory.hang()
    const older = agent.sessions.loadOlder()
    await flush()
    await agent.sessions.create()
    await older
    expect(memory.signals[0]?.aborted).toBe(true)
    expect(agent.history.messages).toEqual([])
  })
})

describe('a head that a user chooses', () => {
  /** Opens a page of a session with two messages, of which other code can move the head. */
  async function openHeads() {
    const memory = memoryStorage()
    const updates: Parameters<AgentStorage['update']>[] = []
    const gates: PromiseWithResolvers<void>[] = []
    let isHeld = false
    const storage: AgentStorage = {
      ...memory,
      update: async (...args) => {
        updates.push(args)
        const gate = Promise.withResolvers<void>()
        gates.push(gate)
        if (isHeld) await gate.promise
        return memory.update(...args)
      },
    }
    const { agent } = agentUnderTest(['Said'], { storage })
    await agent.chat('Say')
    return { memory, storage, agent, updates, gates, hold: () => void (isHeld = true) }
  }

  it('is stored in place of the one that this page knows', async () => {
    const { memory, agent, updates } = await openHeads()
    const { current } = agent.sessions
    const before = agent.history.head
    const [first] = agent.history.messages
    agent.history.moveTo(first?.id ?? '')
    await flush()
    expect(updates).toEqual([[current, { head: agent.history.head }, { ifHead: before }]])
    expect((await memory.read(current))?.head).toBe(agent.history.head)
  })

  it('is not stored over one that another page has stored, which is then shown', async () => {
    const { memory, agent } = await openHeads()
    const { current } = agent.sessions
    const [first] = agent.history.messages
    await memory.update(current, { head: first?.id ?? '' })
    agent.history.moveTo(null)
    await flush()
    expect((await memory.read(current))?.head).toBe(first?.id)
    expect(agent.history.head).toBe(first?.id)
  })

  it('is the last of several, which are stored one after another', async () => {
    const { memory, agent, updates, gates, hold } = await openHeads()
    const { current } = agent.sessions
    const [first, second] = agent.history.messages
    hold()
    agent.history.moveTo(first?.id ?? '')
    await flush()
    agent.history.moveTo(null)
    agent.history.moveTo(second?.id ?? '')
    agent.history.moveTo(null)
    await flush()
    expect(updates).toHaveLength(1)
    gates[0]?.resolve()
    await flush()
    gates[1]?.resolve()
    await flush()
    expect(updates).toHaveLength(2)
    expect((await memory.read(current))?.head).toBeNull()
    expect(agent.history.head).toBeNull()
  })

  it('is stored with the next one if it could not be stored', async () => {
    const { memory, storage, agent } = await openHeads()
    const { current } = agent.sessions
    const [first] = agent.history.messages
    const { update } = storage
    storage.update = () => Promise.reject(new TypeError('Failed to fetch'))
    agent.history.moveTo(null)
    await flush()
    storage.update = update
    agent.history.moveTo(first?.id ?? '')
    await flush()
    expect((await memory.read(current))?.head).toBe(first?.id)
    expect(agent.history.head).toBe(first?.id)
  })
})

describe('a session that is deleted in mid run', () => {
  it('says so, and not that another page runs it', async () => {
    const storage = memoryStorage()
    const wipe = anyTool('wipe', async (_args, ctx) => storage.delete(ctx.run.sessionId))
    const { agent } = agentUnderTest([calls({ name: 'wipe' }), 'Done'], { storage, tools: [wipe] })
    const failure = await failureOf(agent.chat('Wipe'))
    expect(failure.message).toMatch(/deleted/)
    expect(failure.message).not.toMatch(/another page runs/i)
  })
})
