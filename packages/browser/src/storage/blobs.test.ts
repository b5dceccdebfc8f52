// isolated: a lock that another file leaves held would hold back its claims
import 'fake-indexeddb/auto'
import { createAgent } from '@ambit/core'
import { type AgentStorage, storageError } from '@ambit/core/storage'
import { scriptedModel } from '@ambit/testing'
import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import { beforeEach, describe, expect, it } from 'vitest'
import { indexedDbStorage, type IndexedDbStorageOptions } from './indexed-db-storage.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

const photo = btoa('a photo of a cat, '.repeat(5_000))
const other = btoa('a photo of a dog, '.repeat(5_000))
const say = (...photos: string[]) =>
  photos.map((data) => ({ type: 'image', data, mediaType: 'image/png' }) as const)

const agentOf = (options: IndexedDbStorageOptions = {}) => {
  const storage = indexedDbStorage(options)
  const agent = createAgent({ model: scriptedModel(['One', 'Two', 'Three']), storage })
  return { storage, agent }
}

/** Counts the rows of each store that has any. */
async function countRows(): Promise<Record<string, number>> {
  const database = await openDB('ambit')
  const counts: Record<string, number> = {}
  for (const store of database.objectStoreNames) {
    const count = await database.count(store)
    if (count > 0 && store !== 'meta') counts[store] = count
  }
  database.close()
  return counts
}

describe('a file', () => {
  it('is one row of bytes, whatever the number of its messages', async () => {
    const { agent } = agentOf()
    await agent.chat(say(photo, photo))
    await agent.chat(say(photo, other))
    expect(await countRows()).toEqual({ sessions: 1, messages: 4, blobs: 2 })
    const again = agentOf().agent
    await again.sessions.opening
    expect(again.history.messages).toEqual(agent.history.messages)
  })

  it('is encrypted with a secret, and belongs to its place', async () => {
    const secret = () => 'hunter2'
    await agentOf({ secret }).agent.chat(say(photo))
    const database = await openDB('ambit')
    const [row] = (await database.getAll('blobs')) as {
      hash: string
      body: { data: ArrayBuffer }
    }[]
    expect(new TextDecoder().decode(row?.body.data)).not.toContain('a photo of a cat')
    const { agent } = agentOf({ secret })
    await agent.sessions.opening
    expect(agent.history.messages[0]).toMatchObject({ content: say(photo) })
    // The bytes of another place do not decrypt.
    await database.put('blobs', { ...row, hash: 'f'.repeat(64) })
    database.close()
    const { storage } = agentOf({ secret })
    const { current } = agent.sessions
    expect(await (await storage.getBlob?.(current, row?.hash ?? ''))?.text()).toMatch(/^a photo/)
    await expect(storage.getBlob?.(current, 'f'.repeat(64))).rejects.toThrow()
  })

  it('is still read if it was stored before there was a secret', async () => {
    await agentOf().agent.chat(say(photo))
    const { agent } = agentOf({ secret: () => 'hunter2' })
    await agent.sessions.opening
    expect(agent.history.messages[0]).toMatchObject({ content: say(photo) })
  })

  it('that is lost leaves a text in its place, and the conversation goes on', async () => {
    await agentOf().agent.chat(say(photo))
    const database = await openDB('ambit')
    await database.clear('blobs')
    database.close()
    const { agent } = agentOf()
    await agent.sessions.opening
    expect(agent.history.messages[0]).toMatchObject({
      content: [{ type: 'text', text: expect.stringContaining('no longer stored') }],
    })
    expect(agent.sessions.getState().degraded).toMatchObject({ reason: 'rows_damaged' })
    expect(await agent.chat('Hello')).toMatchObject({ content: 'One' })
  })

  it('is not stored for a session that was deleted meanwhile', async () => {
    const { storage } = agentOf()
    await storage.list()
    await storage.putBlob?.('gone', 'a'.repeat(64), new Blob(['x']))
    expect(await countRows()).toEqual({})
    expect(await storage.getBlob?.('gone', 'a'.repeat(64))).toBeUndefined()
  })

  it('of a database without formats is read from its message', async () => {
    const { agent } = agentOf({ name: 'new' })
    await agent.chat(say(photo))
    const usage = { promptTokens: 0, completionTokens: 0, totalTokens: 0 }
    const database = await openDB('ambit', 1, {
      upgrade(old) {
        for (const store of ['messages', 'big']) {
          old.createObjectStore(store, { keyPath: ['sid', 'seq'] })
        }
        old.createObjectStore('sessions', { keyPath: 'id' })
        const intents = old.createObjectStore('intents', {
          keyPath: ['sid', 'callId', 'attempt'],
        })
        intents.createIndex('open', ['sid', 'state'])
        const records = old.createObjectStore('records', { keyPath: 'id', autoIncrement: true })
        for (const name of ['session', 'run', 'user', 'tenant']) {
          records.createIndex(name, ['kind', name])
        }
        old.createObjectStore('meta')
      },
    })
    const message = { id: 'a', parentId: null, role: 'user', createdAt: 1, content: say(photo) }
    const times = { createdAt: 1, updatedAt: 1, epoch: 1 }
    await database.put('sessions', { id: 's1', ...times, next: 1, head: 'a', usage })
    await database.put('messages', { sid: 's1', seq: 0, isBig: true })
    await database.put('big', { sid: 's1', seq: 0, body: JSON.stringify(message) })
    database.close()
    const old = agentOf().agent
    await old.sessions.opening
    expect(old.history.messages).toMatchObject([{ content: say(photo) }])
    await old.chat(say(photo))
    expect(await countRows()).toEqual({ sessions: 1, messages: 3, big: 1, blobs: 1 })
  })
})

describe('what is deleted', () => {
  it('leaves no row of a conversation, and all rows of the others', async () => {
    const { agent } = agentOf()
    await agent.chat(say(photo, other))
    const first = agent.sessions.current
    await agent.sessions.create()
    await agent.chat(say(photo))
    expect(await countRows()).toEqual({ sessions: 2, messages: 4, blobs: 3 })
    await agent.sessions.delete(first)
    expect(await countRows()).toEqual({ sessions: 1, messages: 2, blobs: 1 })
    await agent.sessions.delete(agent.sessions.current)
    expect(await countRows()).toEqual({})
  })

  it('leaves no file after `wipe`, and after the time to live', async () => {
    const { agent, storage } = agentOf()
    await agent.chat(say(photo))
    agent.sessions.close()
    await storage.wipe()
    expect(await indexedDB.databases()).toEqual([])
    const imported = agentOf()
    await imported.agent.sessions.import([{ role: 'user', content: say(photo) }])
    imported.agent.sessions.close()
    expect(await countRows()).toMatchObject({ blobs: 1 })
    const database = await openDB('ambit')
    const [session] = (await database.getAll('sessions')) as { id: string }[]
    await database.put('sessions', { ...session, updatedAt: 1, notBefore: 1 })
    database.close()
    await indexedDbStorage({ ttlMs: 1_000 }).list()
    expect(await countRows()).toEqual({})
  })

  it('leaves nothing of an import that failed after its files were stored', async () => {
    const storage = indexedDbStorage()
    const full = storageError('quota', 'Full.')
    let files = 0
    const failing: AgentStorage = {
      ...storage,
      claim: async (id, options) => {
        const claim = await storage.claim(id, options)
        const write = async (): Promise<never> => {
          files = (await countRows())['blobs'] ?? 0
          throw full
        }
        return claim && { ...claim, write }
      },
    }
    const agent = createAgent({ model: scriptedModel([]), storage: failing })
    const importing = agent.sessions.import([{ role: 'user', content: say(photo) }])
    await expect(importing).rejects.toBe(full)
    expect(files).toBe(1)
    expect(await countRows()).toEqual({})
  })
})
