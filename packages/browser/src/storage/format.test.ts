// isolated: a lock that another file leaves held would hold back its claims
import 'fake-indexeddb/auto'
import { type Agent, createAgent, type Message, Tool } from '@ambit/core'
import { calls, type Reply, scriptedModel } from '@ambit/testing'
import { IDBFactory } from 'fake-indexeddb'
import { type IDBPDatabase, openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { format, migrate } from './format.ts'
import { type IndexedDbStorage, indexedDbStorage } from './indexed-db-storage.ts'

const agents: Agent[] = []

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})
afterEach(() => {
  for (const agent of agents.splice(0)) agent.sessions.close()
})

const said = (id: string, parentId: string | null = null): Message => ({
  id,
  parentId,
  role: 'user',
  createdAt: 1,
  content: `Text of ${id}`,
})

/** Creates the stores of a database without formats. */
function createStores(database: IDBPDatabase): void {
  database.createObjectStore('sessions', { keyPath: 'id' })
  database.createObjectStore('messages', { keyPath: ['sid', 'seq'] })
  database.createObjectStore('big', { keyPath: ['sid', 'seq'] })
  const intents = database.createObjectStore('intents', { keyPath: ['sid', 'callId', 'attempt'] })
  intents.createIndex('open', ['sid', 'state'])
  const records = database.createObjectStore('records', { keyPath: 'id', autoIncrement: true })
  records.createIndex('session', ['kind', 'sessionId'])
  records.createIndex('run', ['kind', 'runId'])
  records.createIndex('user', ['kind', 'userId'])
  records.createIndex('tenant', ['kind', 'tenantId'])
  database.createObjectStore('meta')
}

/** Stores a session with two messages, without formats. */
async function storeWithoutFormats(
  database: IDBPDatabase,
  second: object = said('b', 'a'),
): Promise<void> {
  const usage = { promptTokens: 1, completionTokens: 2, totalTokens: 3 }
  const times = { createdAt: 1, updatedAt: 2, epoch: 4 }
  await database.put('sessions', { id: 's1', ...times, next: 2, head: 'b', usage, title: 'Old' })
  await database.put('messages', { sid: 's1', seq: 0, body: JSON.stringify(said('a')) })
  await database.put('messages', { sid: 's1', seq: 1, body: JSON.stringify(second) })
}

/** Makes a database of a version, and resolves when `work` is done with it. */
async function withDatabase(
  version: number,
  work: (database: IDBPDatabase) => Promise<unknown>,
  change: (database: IDBPDatabase) => void = () => undefined,
): Promise<void> {
  const database = await openDB('ambit', version, {
    upgrade(upgraded, oldVersion) {
      if (oldVersion === 0) createStores(upgraded)
      if (version > 1 && !upgraded.objectStoreNames.contains('blobs')) {
        upgraded.createObjectStore('blobs', { keyPath: ['sid', 'hash'] })
      }
      change(upgraded)
    },
  })
  await work(database)
  database.close()
}

const rowsOf = async (store: string): Promise<unknown[]> => {
  const database = await openDB('ambit')
  const rows: unknown[] = await database.getAll(store)
  database.close()
  return rows
}

/** Collects what a storage reports. */
function degradations(storage: IndexedDbStorage): string[] {
  const told: string[] = []
  storage.onDegraded(({ reason }) => told.push(reason))
  return told
}

function agentOf(storage: IndexedDbStorage, replies: Reply[], tools: Tool[] = []): Agent {
  const agent = createAgent({ model: scriptedModel(replies), storage, tools })
  agents.push(agent)
  return agent
}

describe('a migration', () => {
  it('takes each step after the format of the row, in order', () => {
    const steps = [
      (row: { text: string }) => ({ text: `${row.text}1` }),
      (row: { text: string }) => ({ text: `${row.text}2` }),
    ]
    expect(migrate({ text: '0' }, undefined, steps)).toEqual({ text: '012' })
    expect(migrate({ text: '0' }, 1, steps)).toEqual({ text: '02' })
    expect(migrate({ text: '0' }, 2, steps)).toEqual({ text: '0' })
    expect(migrate({ text: '0' }, 7, steps)).toEqual({ text: '0' })
  })

  it('reads rows without a format, goes on with it, and writes the format', async () => {
    await withDatabase(1, (database) => storeWithoutFormats(database))
    const storage = indexedDbStorage()
    const told = degradations(storage)
    const agent = agentOf(storage, ['Hello'])
    await agent.sessions.opening
    expect(agent.history.messages.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(await storage.read('s1')).not.toHaveProperty('v')
    await agent.chat('And now?')
    expect(agent.history.messages).toHaveLength(4)
    expect(await rowsOf('sessions')).toMatchObject([{ id: 's1', v: format, next: 4 }])
    const messages = (await rowsOf('messages')) as { v?: number }[]
    expect(messages.map(({ v }) => v)).toEqual([undefined, undefined, format, format])
    const database = await openDB('ambit')
    expect(await database.get('meta', 'v')).toBe(format)
    expect(await database.get('meta', 'minReader')).toBe(format)
    database.close()
    expect(told).toEqual([])
  })

  it('writes the format into what is renamed', async () => {
    await withDatabase(1, (database) => storeWithoutFormats(database))
    await indexedDbStorage().update('s1', { title: 'New' })
    expect(await rowsOf('sessions')).toMatchObject([{ title: 'New', v: format, epoch: 4 }])
  })
})

describe('a database of later code', () => {
  it('is used if it only has more', async () => {
    await withDatabase(
      7,
      async (database) => {
        await storeWithoutFormats(database)
        const row = await database.get('sessions', 's1')
        await database.put('sessions', { ...row, v: format + 1, colour: 'red' })
        await database.put('meta', format + 1, 'v')
      },
      (database) => void database.createObjectStore('novelty'),
    )
    const storage = indexedDbStorage()
    const agent = agentOf(storage, ['Hello'])
    const told = degradations(storage)
    await agent.chat('Hi')
    expect(agent.history.messages).toHaveLength(4)
    expect(await rowsOf('sessions')).toMatchObject([{ colour: 'red', v: format + 1, next: 4 }])
    expect(told).toEqual([])
  })

  it('is left as it is if it says so: conversations end with the page', async () => {
    await withDatabase(9, async (database) => {
      await storeWithoutFormats(database)
      await database.put('meta', format + 1, 'minReader')
    })
    const before = JSON.stringify([await rowsOf('sessions'), await rowsOf('messages')])
    const storage = indexedDbStorage({ ttlMs: 1 })
    const told = degradations(storage)
    const agent = agentOf(storage, ['Hello'])
    expect((await agent.chat('Hi')).content).toBe('Hello')
    expect(told).toEqual(['newer'])
    expect(agent.sessions.getState().degraded).toMatchObject({
      reason: 'newer',
      message: expect.stringContaining('Reload the page'),
    })
    expect(JSON.stringify([await rowsOf('sessions'), await rowsOf('messages')])).toBe(before)
    await storage.wipe()
    expect(await rowsOf('sessions').catch(() => [])).toEqual([])
  })

  it('is left as it is from the moment at which a page upgrades it, in the middle of a run', async () => {
    const upgraded = vi.fn(() =>
      withDatabase(9, (database) => database.put('meta', format + 1, 'minReader')),
    )
    const second = vi.fn(() => 'ok')
    const tools = [
      new Tool({ name: 'upgrade', description: 'Upgrades.', handler: async () => upgraded() }),
      new Tool({ name: 'second', description: 'Is second.', handler: second }),
    ]
    const storage = indexedDbStorage()
    const told = degradations(storage)
    const replies = [calls({ name: 'upgrade' }), calls({ name: 'second' }), 'Done', 'Hello']
    const agent = agentOf(storage, replies, tools)
    await agent.chat('Hi').catch(() => undefined)
    const before = JSON.stringify([await rowsOf('sessions'), await rowsOf('messages')])
    expect(upgraded).toHaveBeenCalledOnce()
    expect(second).not.toHaveBeenCalled()
    await agent.chat('And now?')
    expect(told).toEqual(['newer'])
    expect(JSON.stringify([await rowsOf('sessions'), await rowsOf('messages')])).toBe(before)
  })

  it.each([
    [
      'an index',
      (database: IDBPDatabase) => {
        database.deleteObjectStore('intents')
        database.createObjectStore('intents', { keyPath: ['sid', 'callId', 'attempt'] })
      },
    ],
    [
      'an index of the records',
      (database: IDBPDatabase) => {
        database.deleteObjectStore('records')
        database.createObjectStore('records', { keyPath: 'id', autoIncrement: true })
      },
    ],
    ['a store', (database: IDBPDatabase) => database.deleteObjectStore('big')],
    ['the store of the format', (database: IDBPDatabase) => database.deleteObjectStore('meta')],
  ])('that has removed %s is not used', async (_what, change) => {
    await withDatabase(1, (database) => storeWithoutFormats(database))
    await withDatabase(9, async () => undefined, change)
    const storage = indexedDbStorage()
    const told = degradations(storage)
    const agent = agentOf(storage, ['Hello'])
    expect((await agent.chat('Hi')).content).toBe('Hello')
    expect(await storage.list()).toHaveLength(1)
    expect(await storage.readIntents('s1')).toEqual([])
    expect(told).toEqual(['newer'])
  })

  it('has messages of a role that is not known: they are kept, not shown, and told as newer', async () => {
    const oracle = { ...said('b', 'a'), role: 'oracle' }
    await withDatabase(1, (database) => storeWithoutFormats(database, oracle))
    const storage = indexedDbStorage()
    const told = degradations(storage)
    const agent = agentOf(storage, ['Hello'])
    await agent.sessions.opening
    expect(agent.history.messages.map(({ id }) => id)).toEqual(['a'])
    await agent.chat('Hi')
    expect(told).toEqual(['newer'])
    expect(await rowsOf('messages')).toContainEqual({
      sid: 's1',
      seq: 1,
      body: JSON.stringify(oracle),
    })
  })

  it('has a damaged row beside such a message: both are told', async () => {
    const oracle = { ...said('b', 'a'), role: 'oracle' }
    await withDatabase(1, async (database) => {
      await storeWithoutFormats(database, oracle)
      await database.put('messages', { sid: 's1', seq: 0, body: '{ torn' })
    })
    const storage = indexedDbStorage()
    const told = degradations(storage)
    expect(await storage.readMessages('s1', { from: 0 })).toEqual([])
    expect(told.toSorted()).toEqual(['newer', 'rows_damaged'])
  })
})

it('says so if a database of that name belongs to something else', async () => {
  const other = await openDB('ambit', 1, {
    upgrade: (database) => void database.createObjectStore('carts'),
  })
  other.close()
  const storage = indexedDbStorage()
  const told: string[] = []
  storage.onDegraded(({ reason, message }) => told.push(`${reason}: ${message}`))
  expect(await storage.list()).toEqual([])
  expect(told).toEqual([expect.stringMatching(/^unavailable: .*another `name`/)])
  const after = await openDB('ambit')
  expect([after.version, ...after.objectStoreNames]).toEqual([1, 'carts'])
  after.close()
})
