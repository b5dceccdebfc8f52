import { describe, expect, it, vi } from 'vitest'
import { agentUnderTest, failureOf } from '../../../test/agent-under-test.ts'
import type { Agent, UserMessage } from '../../index.ts'
import { type AgentStorage, memoryStorage } from './index.ts'

const note = (id: string): UserMessage => ({
  id,
  parentId: null,
  role: 'user',
  source: 'app',
  createdAt: 1,
  content: `note ${id}`,
})

const noTokens = { promptTokens: 0, completionTokens: 0, totalTokens: 0 }
/** A run of another page. */
const run = { runId: 'theirs', iterations: 0, usage: noTokens, charged: {} }

const storedIds = async (storage: AgentStorage, { sessions }: Agent): Promise<string[]> =>
  (await storage.readMessages(sessions.current, { from: 0 })).map(({ message }) => message.id)

/** Makes a storage that counts its claims. */
function counted(storage: AgentStorage): { storage: AgentStorage; claims: () => number } {
  let count = 0
  const claim: AgentStorage['claim'] = (...args) => {
    count++
    return storage.claim(...args)
  }
  return { storage: { ...storage, claim }, claims: () => count }
}

describe('messages that the page adds outside a run', () => {
  it('R84 are stored in order, with one claim, and are there after a reload', async () => {
    const { storage, claims } = counted(memoryStorage())
    const { agent } = agentUnderTest(['Hello'], { storage })
    await agent.chat('Hi')
    const before = claims()
    agent.history.append(note('n1'))
    agent.history.append(note('n2'))
    await vi.waitFor(async () =>
      expect((await storedIds(storage, agent)).slice(2)).toEqual(['n1', 'n2']),
    )
    expect(claims()).toBe(before + 1)
    const { agent: later } = agentUnderTest([], { storage })
    await later.sessions.opening
    expect(later.history.messages.map(({ id }) => id).slice(2)).toEqual(['n1', 'n2'])
  })

  it('R84 are stored by `load` too, and name a session that they begin', async () => {
    const storage = memoryStorage()
    const { agent } = agentUnderTest([], { storage })
    await agent.sessions.opening
    agent.history.load([
      { role: 'user', content: 'An earlier question' },
      { role: 'assistant', content: 'An earlier answer' },
    ])
    await vi.waitFor(async () =>
      expect(await storage.list()).toMatchObject([{ title: 'An earlier question', messages: 2 }]),
    )
  })

  it('R84 begin no session by themselves', async () => {
    const { storage, claims } = counted(memoryStorage())
    const { agent } = agentUnderTest(['Hello'], { storage })
    await agent.sessions.opening
    agent.history.append(note('n1'))
    await agent.sessions.list()
    expect(claims()).toBe(0)
    await agent.chat('Hi')
    expect(await storedIds(storage, agent)).toHaveLength(3)
  })

  it('R84 refuse no chat that begins at once', async () => {
    const storage = memoryStorage()
    const { agent } = agentUnderTest(['Hello', 'Again'], { storage })
    await agent.chat('Hi')
    agent.history.append(note('n1'))
    await agent.chat('And now?', { onBusy: 'reject' })
    expect((await storedIds(storage, agent))[2]).toBe('n1')
    expect(await storedIds(storage, agent)).toHaveLength(5)
  })

  it('R84 are stored in their session, though another one is opened at once', async () => {
    const storage = memoryStorage()
    const { agent } = agentUnderTest(['Hello'], { storage })
    await agent.chat('Hi')
    const { current } = agent.sessions
    agent.history.append(note('n1'))
    const created = await agent.sessions.create()
    await vi.waitFor(async () =>
      expect(await storage.readMessages(current, { from: 0 })).toHaveLength(3),
    )
    expect(await storage.read(created)).toBeUndefined()
    expect(agent.history.all).toEqual([])
    await agent.sessions.open(current)
    expect(agent.history.messages.at(-1)?.id).toBe('n1')
  })

  it('R84 wait for the next run while another page has the session', async () => {
    const storage = memoryStorage()
    const { agent } = agentUnderTest(['Hello', 'Yes'], { storage })
    await agent.chat('Hi')
    const theirs = await storage.claim(agent.sessions.current, { at: 1 })
    await theirs?.write({ at: 1, session: { run } })
    agent.history.append(note('n1'))
    await failureOf(agent.chat('Are you there?', { onBusy: 'reject' }))
    await theirs?.write({ at: 1, session: { run: null } })
    await theirs?.release()
    await agent.chat('And now?')
    expect((await storedIds(storage, agent))[2]).toBe('n1')
  })

  it('R84 are stored after a deletion in no session', async () => {
    const storage = memoryStorage()
    const { agent } = agentUnderTest(['Hello'], { storage })
    await agent.chat('Hi')
    agent.history.append(note('n1'))
    await agent.sessions.delete(agent.sessions.current)
    await agent.sessions.list()
    expect(await storage.list()).toEqual([])
  })
})
