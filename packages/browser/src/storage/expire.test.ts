// isolated: a lock that another file leaves held would hold back its claims
import 'fake-indexeddb/auto'
import { type Agent, createAgent, Tool } from '@ambit/core'
import { calls, type Reply, scriptedModel } from '@ambit/testing'
import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { indexedDbStorage } from './indexed-db-storage.ts'

const day = 86_400_000
const agents: Agent[] = []

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})
afterEach(() => {
  for (const agent of agents.splice(0)) agent.sessions.close()
  vi.unstubAllGlobals()
})

/** Creates a page that shows the session `s1`. */
async function page(replies: Reply[], tools: Tool[] = []): Promise<Agent> {
  const storage = indexedDbStorage()
  const agent = createAgent({ model: scriptedModel(replies), storage, session: 's1', tools })
  agents.push(agent)
  await agent.sessions.opening
  return agent
}

/** Makes the session look as if its clock had been wrong, or as if nobody had used it since. */
async function backdate(id: string, ms: number): Promise<void> {
  const database = await openDB('ambit')
  const row = await database.get('sessions', id)
  const usedAt = Date.now() - ms
  await database.put('sessions', { ...row, updatedAt: usedAt, notBefore: usedAt })
  database.close()
}

/** Opens the database in a page with a time to live, and returns the ids that are left. */
async function openWithTtl(): Promise<IDBValidKey[]> {
  await indexedDbStorage({ ttlMs: day }).list()
  return idsIn('sessions')
}

/** Returns the ids of the sessions that have rows in a store. */
async function idsIn(store: 'sessions' | 'blobs'): Promise<IDBValidKey[]> {
  const database = await openDB('ambit')
  const keys = await database.getAllKeys(store)
  database.close()
  return keys.map((key) => (Array.isArray(key) ? (key[0] ?? '') : key))
}

describe('`ttlMs`', () => {
  it('A17 deletes what nobody has open', async () => {
    const agent = await page(['Hello'])
    await agent.chat('Hi')
    agent.sessions.close()
    await backdate('s1', 40 * day)
    expect(await openWithTtl()).toEqual([])
  })

  it('leaves a session that another page runs, however long nothing was stored', async () => {
    const approved = Promise.withResolvers<string>()
    const started = Promise.withResolvers<void>()
    const handler = vi.fn(() => {
      started.resolve()
      return approved.promise
    })
    const tool = new Tool({ name: 'pay', description: 'Pays.', handler })
    const agent = await page([calls({ name: 'pay' }), 'Paid'], [tool])
    const run = agent.chat('Pay')
    await started.promise
    await backdate('s1', 40 * day)
    expect(await openWithTtl()).toEqual(['s1'])
    approved.resolve('ok')
    expect((await run).content).toBe('Paid')
    expect(handler).toHaveBeenCalledOnce()
  })

  it('leaves a session whose run was cut short, until it is continued', async () => {
    const storage = indexedDbStorage()
    const claim = await storage.claim('s1', { at: 1 })
    const usage = { promptTokens: 0, completionTokens: 0, totalTokens: 0 }
    await claim?.write({
      at: 1,
      session: { run: { runId: 'r', iterations: 1, usage, charged: {} } },
    })
    await claim?.release()
    expect(await openWithTtl()).toEqual(['s1'])
  })

  it.each([
    ['with Web Locks', true],
    ['without Web Locks', false],
  ])(
    'leaves a session whose lock is held, and that has no run yet (%s)',
    async (_where, hasLocks) => {
      if (!hasLocks) vi.stubGlobal('navigator', {})
      const claim = await indexedDbStorage().claim('s1', { at: 1 })
      expect(await openWithTtl()).toEqual(['s1'])
      await claim?.release()
      expect(await openWithTtl()).toEqual([])
    },
  )

  it.each([
    ['is old', 40 * day],
    ['was written under a clock in the year 1970', Date.now()],
    ['was written under a clock that was fast', -40 * day],
  ])('leaves a session that stands open in another page and %s', async (_why, ms) => {
    const agent = await page(['Hello', 'Again'])
    await agent.chat('Hi')
    await backdate('s1', ms)
    expect(await openWithTtl()).toEqual(['s1'])
    await agent.chat('And now?')
    expect(agent.history.messages).toHaveLength(4)
    expect(agent.sessions.current).toBe('s1')
  })

  it.each([
    ['leaves what was written under a clock that was slow', 0, ['s1']],
    ['is not held up by an earlier claim under a clock that was fast', 400 * day, []],
  ])('%s', async (_title, ahead, left) => {
    const earlier = await indexedDbStorage().claim('s0', { at: Date.now() + ahead })
    await earlier?.release()
    await indexedDbStorage().delete('s0')
    const at = Date.now() - 40 * day
    const claim = await indexedDbStorage().claim('s1', { at })
    const message = { id: 'm', role: 'user', parentId: null, createdAt: at, content: 'Hi' } as const
    await claim?.write({ at, messages: [message], session: { head: 'm' } })
    await claim?.release()
    expect(await openWithTtl()).toEqual(left)
  })

  it('leaves what stands open in this page, when its database is opened again', async () => {
    const storage = indexedDbStorage({ ttlMs: day })
    const agent = createAgent({ model: scriptedModel(['Hello']), storage, session: 's1' })
    agents.push(agent)
    await agent.chat('Hi')
    await backdate('s1', 40 * day)
    // A later version of the page upgrades the database, and closes all connections to it.
    const later = await openDB('ambit', 9)
    later.close()
    expect((await storage.list()).map(({ id }) => id)).toEqual(['s1'])
  })

  it('tells the pages that could not answer: nothing of it is stored again', async () => {
    const agent = await page(['Hello', 'Again'])
    await agent.chat('My salary is 100')
    await backdate('s1', 40 * day)
    // The page is frozen: it hears of the question too late.
    const post = BroadcastChannel.prototype.postMessage
    const silent = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(function (
      this: BroadcastChannel,
      message: { type?: string },
    ) {
      if (message.type !== 'shown') post.call(this, message)
    })
    expect(await openWithTtl()).toEqual([])
    silent.mockRestore()
    await vi.waitFor(() => expect(agent.history.messages).toEqual([]))
    await agent.chat('And here?')
    const database = await openDB('ambit')
    expect(JSON.stringify(await database.getAll('messages'))).not.toContain('salary')
    expect(await database.get('sessions', 's1')).toBeUndefined()
    database.close()
  })

  it('tells a page that was in the back-forward cache, and that heard nothing', async () => {
    const target = new EventTarget()
    vi.stubGlobal('addEventListener', target.addEventListener.bind(target))
    vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target))
    const agent = await page(['Hello', 'Again'])
    await agent.chat('My salary is 100')
    const database = await openDB('ambit')
    await database.clear('sessions')
    await database.clear('messages')
    database.close()
    target.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await vi.waitFor(() => expect(agent.history.messages).toEqual([]))
    expect(agent.sessions.current).not.toBe('s1')
  })

  it('tells a page that has read the session, and did not listen yet', async () => {
    const agent = await page(['Hello'])
    await agent.chat('Hi')
    agent.sessions.close()
    const storage = indexedDbStorage()
    await storage.read('s1')
    await indexedDbStorage().delete('s1')
    const told = vi.fn()
    const stop = storage.watch('s1', told)
    await vi.waitFor(() => expect(told.mock.calls).toEqual([[{ type: 'gone' }]]))
    stop()
    // A session that is made anew with that id is another one.
    expect(await storage.read('s1')).toBeUndefined()
    const again = vi.fn()
    storage.watch('s1', again)()
    const claim = await storage.claim('s1', { at: 1 })
    const stopAgain = storage.watch('s1', again)
    await claim?.release()
    await storage.list()
    expect(again).not.toHaveBeenCalled()
    stopAgain()
  })

  it('deletes in one of two pages that are opened at once', async () => {
    const agent = await page(['Hello'])
    await agent.chat('Hi')
    agent.sessions.close()
    await backdate('s1', 40 * day)
    await Promise.all([openWithTtl(), openWithTtl()])
    expect(await indexedDbStorage().list()).toEqual([])
  })

  it('opens the database even if nothing can be deleted', async () => {
    const agent = await page(['Hello'])
    await agent.chat('Hi')
    agent.sessions.close()
    await backdate('s1', 40 * day)
    const refuse = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
      throw new DOMException('It is full.', 'QuotaExceededError')
    })
    expect(await openWithTtl()).toEqual(['s1'])
    refuse.mockRestore()
  })
})

describe('an empty session', () => {
  /** Stores what a page leaves that ends in the middle of an import: a claim and a file. */
  async function leaveEmpty(id: string, at: number): Promise<void> {
    const storage = indexedDbStorage()
    const claim = await storage.claim(id, { at })
    await storage.putBlob?.(id, 'a'.repeat(64), new Blob(['file']))
    await claim?.release()
  }

  it('R68 is deleted with its files once its page has ended, without `ttlMs`', async () => {
    await leaveEmpty('old', Date.now() - 600_000)
    await leaveEmpty('young', Date.now())
    await backdate('old', 600_000)
    expect(await indexedDbStorage().list()).toEqual([])
    await vi.waitFor(async () => expect(await idsIn('sessions')).toEqual(['young']))
    expect(await idsIn('blobs')).toEqual(['young'])
  })

  it('R68 is left while a page has its claim or shows it, and with a call that was started', async () => {
    const storage = indexedDbStorage()
    const at = Date.now() - 600_000
    await storage.claim('claimed', { at })
    await leaveEmpty('shown', at)
    storage.watch('shown', () => undefined)
    const claim = await storage.claim('called', { at })
    const call = { id: 'c', name: 'pay', arguments: {} }
    const intent = { call, effect: 'write', key: 'k', runId: 'r', startedAt: 1, attempt: 1 }
    await claim?.write({ at, intents: [intent] })
    await claim?.release()
    await leaveEmpty('old', at)
    const ids = ['called', 'claimed', 'shown']
    for (const id of [...ids, 'old']) await backdate(id, 600_000)
    expect((await indexedDbStorage().list()).map(({ id }) => id)).toEqual(['called'])
    await vi.waitFor(async () => expect(await idsIn('sessions')).toEqual(ids))
  })
})
