// isolated: a lock that another file leaves held would hold back its claims
import 'fake-indexeddb/auto'
import { createAgent, Tool } from '@ambit/core'
import { calls, scriptedModel } from '@ambit/testing'
import { IDBFactory, IDBOpenDBRequest as FDBOpenDBRequest } from 'fake-indexeddb'
import { deleteDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type IndexedDbStorage, indexedDbStorage } from './indexed-db-storage.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  Reflect.deleteProperty(globalThis, 'localStorage')
})

/** Makes the database fail, as a browser does: by a request that ends with an error. */
function failWith(name: string, message = 'It failed.'): void {
  const fail = (): IDBOpenDBRequest => {
    const request = new FDBOpenDBRequest()
    Object.defineProperties(request, {
      error: { value: new DOMException(message, name) },
      addEventListener: {
        value: (type: string, listener: () => void) => {
          if (type === 'error') queueMicrotask(listener)
        },
      },
    })
    return request as unknown as IDBOpenDBRequest
  }
  vi.spyOn(indexedDB, 'open').mockImplementation(fail)
  vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(fail)
}

/** Refuses `localStorage`, as Chromium does where the data of a site is blocked. */
function blockLocalStorage(): void {
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('Access is denied.', 'SecurityError')
    },
  })
}

async function messageOf(storage: IndexedDbStorage): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  storage.onDegraded(({ message }) => resolve(message))
  await storage.list()
  return promise
}

describe('where the data of the site is blocked', () => {
  it.each(['UnknownError', 'SecurityError'])('`wipe` resolves (%s)', async (name) => {
    failWith(name)
    blockLocalStorage()
    const storage = indexedDbStorage()
    await storage.list()
    await storage.wipe()
    expect(await storage.list()).toEqual([])
  })

  it('the advice is to allow it', async () => {
    failWith('UnknownError')
    blockLocalStorage()
    const message = await messageOf(indexedDbStorage())
    expect(message).toContain('allow this site to store data')
    expect(message).not.toContain('damaged')
  })
})

describe('where the database is damaged', () => {
  it('`wipe` does not say that all is deleted, nor that another page is to blame', async () => {
    failWith('UnknownError')
    await expect(indexedDbStorage().wipe()).rejects.toThrow('Clear the data of this site')
  })

  it('the advice is to clear the data of the site', async () => {
    failWith('UnknownError', 'Internal error opening backing store for indexedDB.open.')
    expect(await messageOf(indexedDbStorage())).toContain('clearing the data of this site')
  })

  it('R104 the advice is not to clear it where that does not help', async () => {
    failWith('UnknownError', 'Connection to Indexed Database server lost.')
    expect(await messageOf(indexedDbStorage())).not.toContain('clear')
  })
})

it('R104 a database whose every answer takes 10 s, as on a slow machine, is waited for', async () => {
  const answers: (() => void)[] = []
  vi.stubGlobal('setImmediate', (answer: () => void) => void answers.push(answer))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const storage = indexedDbStorage()
  const told: string[] = []
  storage.onDegraded(({ message }) => told.push(message))
  let isListed = false
  const listing = storage.list().finally(() => (isListed = true))
  while (!isListed) {
    await vi.advanceTimersByTimeAsync(10_000)
    for (const answer of answers.splice(0)) answer()
    await vi.advanceTimersByTimeAsync(0)
  }
  await listing
  expect(told).toEqual([])
  expect(await indexedDB.databases()).toMatchObject([{ name: 'ambit' }])
})

it('a database that is deleted in the middle of a run ends it with what happened, and the next message is stored', async () => {
  const storage = indexedDbStorage()
  const tool = new Tool({
    name: 'clear',
    description: 'Clears.',
    handler: async () => deleteDB('ambit'),
  })
  const model = scriptedModel([calls({ name: 'clear' }), 'Done', 'Hello'])
  const agent = createAgent({ model, storage, tools: [tool] })
  const error: unknown = await agent.chat('Hi').catch((thrown: unknown) => thrown)
  expect(String(error)).toContain('no longer in the database')
  expect(String(error)).not.toContain('another page runs')
  await agent.chat('And now?')
  expect(await storage.list()).toMatchObject([{ id: agent.sessions.current }])
  agent.sessions.close()
})
