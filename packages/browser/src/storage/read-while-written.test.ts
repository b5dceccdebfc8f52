// isolated: a lock that another file leaves held would hold back its claims
import 'fake-indexeddb/auto'
import type { SessionClaim } from '@ambit/core/storage'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { indexedDbStorage, type IndexedDbStorage } from './indexed-db-storage.ts'

const usage = { promptTokens: 0, completionTokens: 0, totalTokens: 0 }
const asked = { id: 'c1', name: 'pay', arguments: { invoice: 7 } }

/** Stores a session whose last call was started, and resolves with its storage and its claim. */
async function started(): Promise<{ storage: IndexedDbStorage; claim: SessionClaim }> {
  const storage = indexedDbStorage({ name: crypto.randomUUID() })
  const claim = await storage.claim('s1', { at: 1 })
  if (!claim) throw new Error('The session is held.')
  const message = { parentId: null, createdAt: 1, usage }
  await claim.write({
    at: 1,
    messages: [
      { ...message, id: 'u1', role: 'user', content: 'Pay' },
      { ...message, id: 'a1', parentId: 'u1', role: 'assistant', calls: [asked], parts: [] },
    ],
    session: { head: 'a1' },
  })
  const intent = { effect: 'write', key: 's1:c1', runId: 'r1', startedAt: 1, attempt: 1 } as const
  await claim.write({ at: 1, intents: [{ call: asked, ...intent }] })
  return { storage, claim }
}

/** Does some work once, right after the first request by a method of IndexedDB is made. */
function after(method: 'getAllKeys' | 'get', work: () => Promise<unknown>): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const owner = (method === 'get' ? IDBObjectStore : IDBIndex).prototype as IDBObjectStore
  const original = owner[method] as (...args: unknown[]) => IDBRequest
  const spy = vi.spyOn(owner, method).mockImplementation(function (
    this: IDBObjectStore,
    ...args: unknown[]
  ) {
    spy.mockRestore()
    const request = original.apply(this, args)
    work().then(resolve, reject)
    return request
  })
  onTestFinished(() => spy.mockRestore())
  return promise
}

/** The reasons for which the storage has said that it keeps less. */
function reasons(storage: IndexedDbStorage): string[] {
  const heard: string[] = []
  storage.onDegraded(({ reason }) => heard.push(reason))
  return heard
}

const answer = {
  id: 'c1',
  parentId: 'a1',
  createdAt: 2,
  role: 'tool',
  name: 'pay',
  status: 'ok',
  content: 'paid',
} as const

describe('R14 a session that another page writes while this one reads', () => {
  it('has no damaged call where a call was answered meanwhile', async () => {
    const { storage, claim } = await started()
    const heard = reasons(storage)
    const answered = after('getAllKeys', () => claim.write({ at: 2, messages: [answer as never] }))
    expect(await storage.readIntents('s1')).toEqual([])
    await answered
    expect(heard).toEqual([])
  })

  it('has no damaged call where the session was deleted meanwhile', async () => {
    const { storage } = await started()
    const heard = reasons(storage)
    const deleted = after('getAllKeys', () => storage.delete('s1'))
    expect(await storage.readIntents('s1')).toEqual([])
    await deleted
    expect(heard).toEqual([])
  })

  it('has no damaged message where the session was deleted meanwhile', async () => {
    const { storage } = await started()
    const heard = reasons(storage)
    const deleted = after('get', () => storage.delete('s1'))
    expect(await storage.readMessages('s1', { from: 0 })).toEqual([])
    await deleted
    expect(heard).toEqual([])
  })
})
