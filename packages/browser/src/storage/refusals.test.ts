// isolated: it changes the prototype of databases
import 'fake-indexeddb/auto'
import { createAgent, Tool } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { indexedDbStorage } from './indexed-db-storage.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Makes the transactions fail whose numbers are given, from now on. */
function failTransactions(isFailing: (nth: number) => boolean, name: string): void {
  const real = IDBDatabase.prototype.transaction
  let nth = 0
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...args
  ) {
    if (isFailing(++nth)) throw new DOMException('Connection to server lost.', name)
    return real.apply(this, args)
  })
}

/**
 * Returns a function that ends the open connections and their transactions, as a browser does
 * behind a page in the background. Before the pages hear of it, `meanwhile` is called.
 */
function createCutter(): (meanwhile?: () => void) => void {
  const opened = new Map<IDBDatabase, new (type: string) => Event>()
  const transactions = new Set<IDBTransaction>()
  const open = indexedDB.open.bind(indexedDB)
  vi.spyOn(indexedDB, 'open').mockImplementation((...args) => {
    const request = open(...args)
    request.addEventListener('success', (event) => {
      opened.set(request.result, event.constructor as new (type: string) => Event)
    })
    return request
  })
  const real = IDBDatabase.prototype.transaction
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...args
  ) {
    const transaction = real.apply(this, args)
    transactions.add(transaction)
    const forget = (): unknown => transactions.delete(transaction)
    for (const type of ['complete', 'abort']) transaction.addEventListener(type, forget)
    return transaction
  })
  return (meanwhile) => {
    for (const transaction of transactions) transaction.abort()
    for (const database of opened.keys()) database.close()
    meanwhile?.()
    for (const [database, Closed] of opened) {
      opened.delete(database)
      database.dispatchEvent(new Closed('close'))
    }
  }
}

async function storedIn(): Promise<unknown[]> {
  const storage = indexedDbStorage()
  const [session] = await storage.list()
  const rows = await storage.readMessages(session?.id ?? '', { from: 0 })
  return rows.map(({ message }) => message)
}

const names = ['UnknownError', 'AbortError', 'InvalidStateError']
const cases = names.flatMap((name) => [1, 2, 3, 4, 5, 6, 7, 8].map((nth) => ({ name, nth })))

describe('a database that works again', () => {
  it.each(cases)('R104 stores all after transaction $nth failed ($name)', async ({ name, nth }) => {
    const agent = createAgent({
      model: scriptedModel(['one', calls(call('look')), 'two', 'three']),
      tools: [new Tool({ name: 'look', description: 'Looks.', handler: () => 'seen' })],
      storage: indexedDbStorage(),
    })
    await agent.chat('first')
    failTransactions((at) => at === nth, name)
    await agent.chat('second')
    await agent.chat('third')
    vi.restoreAllMocks()
    await expect.poll(storedIn).toEqual(agent.history.messages)
    expect(agent.sessions.getState().degraded).toBeUndefined()
    agent.sessions.close()
  })

  it.each(names)('R104 stores all after transactions failed for a while (%s)', async (name) => {
    const agent = createAgent({
      model: scriptedModel(['one', 'two', 'three']),
      storage: indexedDbStorage(),
    })
    await agent.chat('first')
    failTransactions(() => true, name)
    await agent.chat('second')
    expect(agent.sessions.getState().degraded).toMatchObject({
      reason: 'unavailable',
      message: expect.not.stringContaining('clear') as string,
    })
    vi.restoreAllMocks()
    await agent.chat('third')
    await expect.poll(storedIn).toEqual(agent.history.messages)
    expect(agent.sessions.getState().degraded).toBeUndefined()
    agent.sessions.close()
  })
})

describe('a connection that the browser has ended', () => {
  it('R104 is not told as cleared data, and the rest is stored', async () => {
    const cut = createCutter()
    const agent = createAgent({
      model: scriptedModel(['one', 'two']),
      storage: indexedDbStorage(),
    })
    await agent.chat('first')
    cut()
    await agent.chat('second')
    expect(agent.sessions.getState().degraded).toBeUndefined()
    await expect.poll(storedIn).toEqual(agent.history.messages)
    agent.sessions.close()
  })

  it('R104 does not end a run in the middle', async () => {
    const cut = createCutter()
    const agent = createAgent({
      model: scriptedModel([
        'one',
        () => {
          cut()
          return calls(call('look'), call('look'))
        },
        'two',
      ]),
      tools: [
        new Tool({
          name: 'look',
          description: 'Looks.',
          handler: () => {
            cut()
            return 'seen'
          },
        }),
      ],
      storage: indexedDbStorage(),
    })
    await agent.chat('first')
    expect((await agent.chat('second')).content).toBe('two')
    expect(agent.sessions.getState().degraded).toBeUndefined()
    await expect.poll(storedIn).toEqual(agent.history.messages)
    agent.sessions.close()
  })

  it('R104 is told as cleared data if the database is new by then', async () => {
    const cut = createCutter()
    const agent = createAgent({ model: scriptedModel(['one', 'two']), storage: indexedDbStorage() })
    await agent.chat('first')
    cut(() => void indexedDB.deleteDatabase('ambit'))
    await expect.poll(() => agent.sessions.getState().degraded).toMatchObject({ reason: 'cleared' })
    await agent.chat('second')
    await expect.poll(storedIn).toEqual(agent.history.messages)
    agent.sessions.close()
  })
})

const hourMs = 3_600_000

/** Lets time pass, and the database have its turn in between. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 15_000) {
    await vi.advanceTimersByTimeAsync(15_000)
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('a database that is full from some row on', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
  afterEach(() => void vi.useRealTimers())

  it.each([0, 1, 2, 4, 6, 8])('R104 rests, and gets the rest later (row %i)', async (first) => {
    let rows = 0
    let isFull = true
    for (const name of ['put', 'add'] as const) {
      const real = IDBObjectStore.prototype[name]
      vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(function (
        this: IDBObjectStore,
        ...args
      ) {
        if (isFull && ++rows > first) throw new DOMException('Full.', 'QuotaExceededError')
        return real.apply(this, args)
      })
    }
    const asked = vi.spyOn(IDBDatabase.prototype, 'transaction')
    const agent = createAgent({
      model: scriptedModel([calls(call('look')), 'done']),
      tools: [new Tool({ name: 'look', description: 'Looks.', handler: () => 'seen' })],
      storage: indexedDbStorage(),
      session: 'one',
    })
    await agent.chat('Hi').catch(() => undefined)
    await pass(hourMs / 4)
    asked.mockClear()
    await pass(hourMs)
    expect(asked.mock.calls.length).toBeLessThan(200)
    expect(agent.sessions.getState().degraded?.reason).toBe('quota')
    isFull = false
    await pass(hourMs / 4)
    expect(await storedIn()).toEqual(agent.history.messages)
    expect(agent.sessions.getState().degraded).toBeUndefined()
    agent.sessions.close()
  })
})
