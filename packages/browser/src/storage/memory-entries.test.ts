// isolated: it replaces the databases of the process
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { createAgent } from '@ambit/core'
import { memory, type MemoryEntry, type MemoryStore } from '@ambit/core/memory'
import { call, calls, scriptedModel } from '@ambit/testing'
import { openDB } from 'idb'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { databaseName } from './indexed-db-storage.ts'
import { indexedDbStorage } from './indexed-db-storage.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

const entryOf = (id: string, text = id): MemoryEntry => ({ id, text, at: 1 })

const textsOf = async (store: MemoryStore): Promise<string[]> =>
  (await store.list()).map(({ text }) => text)

describe('the memory of a storage', () => {
  it('keeps, replaces and deletes entries, for the next page too', async () => {
    const { memory: store } = indexedDbStorage()
    await store.put({ ...entryOf('a'), source: 'a page' })
    await store.put(entryOf('b', 'tea'))
    await store.put(entryOf('b', 'cake'))
    await store.delete('none')
    const next = indexedDbStorage().memory
    expect(await next.list()).toEqual([{ ...entryOf('a'), source: 'a page' }, entryOf('b', 'cake')])
    await next.delete('a')
    expect(await textsOf(store)).toEqual(['cake'])
  })

  it('A17 is of one user, and survives the deletion of the session and its time', async () => {
    const storage = indexedDbStorage({ user: 'ada', ttlMs: 1 })
    const agent = createAgent({
      model: scriptedModel([calls(call('remember', { text: 'Likes tea' })), 'ok']),
      storage,
      use: [memory({ store: storage.memory })],
    })
    await agent.chat('tea')
    await agent.sessions.delete(agent.sessions.current)
    expect(await textsOf(indexedDbStorage({ user: 'ada', ttlMs: 1 }).memory)).toEqual(['Likes tea'])
    expect(await textsOf(indexedDbStorage({ user: 'eve' }).memory)).toEqual([])
  })

  it('is encrypted where the storage is, and an entry that was moved is left out', async () => {
    const secret = () => 'correct horse'
    const { memory: store } = indexedDbStorage({ user: 'ada', secret })
    await store.put(entryOf('a', 'Likes tea'))
    const database = await openDB(databaseName({ user: 'ada' }))
    const row: unknown = await database.get('meta', 'memory:a')
    expect(row).toHaveProperty('iv')
    expect(JSON.stringify(row)).not.toContain('tea')
    await database.put('meta', row, 'memory:b')
    database.close()
    expect(await store.list()).toEqual([entryOf('a', 'Likes tea')])
  })

  it('A17 is deleted by `wipe`, also for the agent, and for what is being written then', async () => {
    const storage = indexedDbStorage({ user: 'ada' })
    const known = memory({ store: storage.memory })
    const agent = createAgent({ model: scriptedModel([]), storage, use: [known] })
    await agent.sessions.opening
    await storage.memory.put(entryOf('a'))
    await vi.waitFor(async () => expect(await textsOf(storage.memory)).toEqual(['a']))
    const late = storage.memory.put(entryOf('late')).catch((error: unknown) => error)
    await storage.wipe()
    expect(await late).toMatchObject({ code: 'storage' })
    expect(known.getState().entries).toEqual([])
    expect(await textsOf(storage.memory)).toEqual([])
    await storage.memory.put(entryOf('b'))
    expect(await textsOf(storage.memory)).toEqual(['b'])
  })

  it('shows another page each change, and a wipe', async () => {
    const [here, there] = [indexedDbStorage(), indexedDbStorage()]
    const seen: string[][] = []
    const stop = there.memory.watch?.((entries) => seen.push(entries.map(({ text }) => text)))
    onTestFinished(() => stop?.())
    await here.memory.put(entryOf('a'))
    await vi.waitFor(() => expect(seen.at(-1)).toEqual(['a']))
    await here.memory.delete('a')
    await vi.waitFor(() => expect(seen.at(-1)).toEqual([]))
    await here.memory.put(entryOf('b'))
    await vi.waitFor(() => expect(seen.at(-1)).toEqual(['b']))
    await here.wipe()
    await vi.waitFor(() => expect(seen.at(-1)).toEqual([]))
  })

  it('without a database keeps nothing, says so, and lets the chat go on', async () => {
    vi.stubGlobal('indexedDB', undefined)
    onTestFinished(() => void vi.unstubAllGlobals())
    const storage = indexedDbStorage()
    await expect(storage.memory.put(entryOf('a'))).rejects.toMatchObject({ code: 'storage' })
    const known = memory({ store: storage.memory })
    const agent = createAgent({ model: scriptedModel(['ok']), storage, use: [known] })
    const warnings: string[] = []
    agent.on('agent:warning', ({ code }) => warnings.push(code))
    expect(await agent.chat('go')).toMatchObject({ content: 'ok' })
    expect(warnings.filter((code) => code === 'memory_failed')).toHaveLength(1)
    expect(known.getState().error).toBeDefined()
  })
})
