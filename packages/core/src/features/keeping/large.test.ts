import { flush } from '@ambit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { agentUnderTest } from '../../../test/agent-under-test.ts'
import { type AgentStorage, memoryStorage } from './index.ts'

const count = 1_000
const conversation = Array.from({ length: count }, (_, at) => ({
  role: at % 2 ? 'assistant' : 'user',
  content: `Message ${at}`,
}))

/** Counts the pauses in which the page has its turn. Each look at the clock takes 1 ms. */
function countPauses(): { readonly pause: ReturnType<typeof vi.fn> } {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1))
  const pause = vi.fn(async () => undefined)
  vi.stubGlobal('scheduler', { yield: pause })
  return { pause }
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('a large conversation', () => {
  it('is imported in slices', async () => {
    const { agent } = agentUnderTest([], { storage: memoryStorage() })
    await agent.sessions.opening
    const { pause } = countPauses()
    await agent.sessions.import(conversation)
    // It is checked, converted, closed, and marked as foreign text.
    expect(pause.mock.calls.length).toBeGreaterThanOrEqual((4 * count) / 12)
  })

  it('is read in slices before the first request', async () => {
    const storage = memoryStorage()
    const { agent, model } = agentUnderTest(['Fine'], { storage })
    await agent.sessions.open(await agent.sessions.import(conversation))
    expect(agent.history.messages).toHaveLength(50)
    const { pause } = countPauses()
    await agent.chat('And now?')
    expect(agent.history.messages).toHaveLength(count + 2)
    expect(model.requests[0]?.prompt).toHaveLength(count + 1)
    expect(pause.mock.calls.length).toBeGreaterThanOrEqual(count / 12)
  })

  it('is converted for the first request, and not again for the next', async () => {
    const { agent, model } = agentUnderTest(['Fine', 'Good'], { storage: memoryStorage() })
    await agent.sessions.open(await agent.sessions.import(conversation))
    const ask = vi.spyOn(model, 'doStream')
    await agent.chat('And now?')
    await agent.chat('And then?')
    const [before, after] = ask.mock.calls.map(([{ prompt }]) => prompt)
    expect(before).toHaveLength(count + 1)
    expect(after).toHaveLength(count + 3)
    for (const [at, message] of before?.entries() ?? []) expect(after?.[at]).toBe(message)
  })

  it('has each message once if older ones are read while a chat reads all', async () => {
    const inner = memoryStorage()
    const late = Promise.withResolvers<void>()
    const storage: AgentStorage = {
      ...inner,
      readMessages: async (id, range) => {
        const rows = await inner.readMessages(id, range)
        if (rows.length > 500) await late.promise
        return rows
      },
    }
    const { agent } = agentUnderTest(['Fine'], { storage })
    await agent.sessions.open(await agent.sessions.import(conversation))
    const { result } = agent.chat('And now?')
    await flush()
    await agent.sessions.loadOlder()
    late.resolve()
    await result
    expect(agent.history.messages).toHaveLength(count + 2)
    for (const { id } of agent.history.messages) expect(agent.history.branches(id)).toEqual([id])
  })
})
