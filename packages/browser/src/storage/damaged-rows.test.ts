// isolated: a lock that another file leaves held would hold back its claims
import 'fake-indexeddb/auto'
import { type Agent, type AgentOptions, createAgent, Tool } from '@ambit/core'
import { type Reply, scriptedModel } from '@ambit/testing'
import { IDBFactory } from 'fake-indexeddb'
import { type IDBPDatabase, openDB } from 'idb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { indexedDbStorage } from './indexed-db-storage.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

const opened = (replies: Reply[], options: Partial<AgentOptions> = {}): Agent =>
  createAgent({ model: scriptedModel(replies), storage: indexedDbStorage(), ...options })

/** Has a conversation, and resolves with its session. */
async function converse(options: Partial<AgentOptions> = {}): Promise<string> {
  const agent = opened(['Hello'], options)
  await agent.chat('Hi')
  agent.sessions.close()
  return agent.sessions.current
}

/** Changes the database without the storage. */
async function damage(work: (database: IDBPDatabase) => Promise<unknown>): Promise<void> {
  const database = await openDB('ambit')
  await work(database)
  database.close()
}

describe('a session whose row is damaged', () => {
  for (const field of ['title', 'state']) {
    it(`has its messages all the same, and is listed, without its ${field}`, async () => {
      const id = await converse()
      await damage(async (database) =>
        database.put('sessions', { ...(await database.get('sessions', id)), [field]: { iv: 0 } }),
      )
      const agent = opened(['Again'])
      await agent.sessions.opening
      expect(agent.history.messages).toHaveLength(2)
      expect(await agent.sessions.list()).toMatchObject([{ id }])
      expect(agent.sessions.getState().degraded).toMatchObject({ reason: 'rows_damaged' })
      await agent.chat('And now?')
      expect(agent.history.messages).toHaveLength(4)
      agent.sessions.close()
    })
  }
})

describe('a session whose row has lost what it is used by', () => {
  const fields = ['createdAt', 'updatedAt', 'epoch', 'next']
  const wrong = fields.flatMap((field) => [undefined, null, 'x'].map((value) => ({ field, value })))

  it.each(wrong)('is left out, and told ($field: $value)', async ({ field, value }) => {
    const good = await converse({ session: 'new' })
    const id = await converse({ session: 'new' })
    await damage(async (database) =>
      database.put('sessions', { ...(await database.get('sessions', id)), [field]: value }),
    )
    const agent = opened(['Again'])
    await agent.sessions.opening
    expect(agent.sessions.current).toBe(good)
    expect(await agent.sessions.list()).toMatchObject([{ id: good }])
    expect(await agent.sessions.list({ query: 'Hi' })).toMatchObject([{ id: good }])
    expect(agent.sessions.getState().degraded).toMatchObject({ reason: 'rows_damaged' })
    await agent.chat('And now?')
    expect(agent.history.messages).toHaveLength(4)
    agent.sessions.close()
    const there = opened(['Here'], { session: id })
    expect((await there.chat('Hello?')).content).toBe('Here')
    expect(there.history.messages).toHaveLength(2)
    expect(there.sessions.getState().degraded).toBeDefined()
    there.sessions.close()
  })
})

describe('a call that was under way, and whose row is damaged', () => {
  /**
   * Opens a page with a session whose last call was started and cut short, and whose row of that
   * call is damaged.
   */
  async function cutShort(pay: Tool): Promise<Agent> {
    const claim = await indexedDbStorage().claim('s1', { at: 1 })
    const asked = { id: 'c1', name: 'pay', arguments: { invoice: 7 } }
    const usage = { promptTokens: 0, completionTokens: 0, totalTokens: 0 }
    const run = { runId: 'r1', iterations: 1, usage, charged: {} }
    await claim?.write({
      at: 1,
      messages: [
        { id: 'u1', parentId: null, role: 'user', createdAt: 1, content: 'Pay' },
        {
          id: 'a1',
          parentId: 'u1',
          role: 'assistant',
          createdAt: 1,
          calls: [asked],
          parts: [{ type: 'tool-call', id: 'c1', name: 'pay' }],
          finishReason: 'tool_calls',
          usage,
        },
      ],
      session: { head: 'a1', run },
    })
    const started = { effect: 'write', key: 's1:c1', runId: 'r1', startedAt: 1, attempt: 1 }
    await claim?.write({ at: 1, intents: [{ call: asked, ...started }] })
    await claim?.release()
    await damage(async (database) => {
      const [row] = await database.getAll('intents')
      await database.put('intents', { ...row, body: '{ torn' })
    })
    const agent = opened(['I do not know.', 'Yes.'], { tools: [pay] })
    await expect.poll(() => agent.sessions.getState().isInterrupted).toBe(true)
    return agent
  }

  it('is not taken for one that was never started: nothing is done twice', async () => {
    const pay = vi.fn(() => 'paid')
    const agent = await cutShort(new Tool({ name: 'pay', description: 'Pays.', handler: pay }))
    await agent.resume()
    expect(pay).not.toHaveBeenCalled()
    expect(agent.history.messages.find(({ role }) => role === 'tool')).toMatchObject({
      name: 'pay',
      status: 'interrupted',
    })
    expect((await agent.chat('Still there?')).content).toBe('Yes.')
  })

  it('is resolved by `reconcile`, with its key', async () => {
    const reconcile = vi.fn(async () => ({ result: 'paid' }))
    const options = {
      name: 'pay',
      description: 'Pays.',
      handler: () => 'again',
      resume: { reconcile },
    }
    const agent = await cutShort(new Tool(options))
    await agent.resume()
    expect(reconcile).toHaveBeenCalledWith({
      id: 'c1',
      name: 'pay',
      arguments: { invoice: 7 },
      idempotencyKey: 's1:c1',
    })
    expect(agent.history.messages.find(({ role }) => role === 'tool')).toMatchObject({
      status: 'ok',
      content: '"paid"',
    })
  })
})
