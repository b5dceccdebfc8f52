// isolated: a lock that another file leaves held would hold back its claims
import 'fake-indexeddb/auto'
import type { Message } from '@ambit/core'
import { type AgentStorage, memoryStorage, type SessionInfo } from '@ambit/core/storage'
import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import { beforeEach, describe, expect, it } from 'vitest'
import { indexedDbStorage } from './indexed-db-storage.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

/** Stores a session with what a user says in it. */
async function store(
  storage: AgentStorage,
  id: string,
  at: number,
  texts: readonly string[] = ['Hello'],
  session: { title?: string; refused?: string[] } = {},
): Promise<void> {
  const claim = await storage.claim(id, { at })
  const messages = texts.map((content, nth): Message => ({
    id: `${id}-${nth}`,
    parentId: nth === 0 ? null : `${id}-${nth - 1}`,
    role: 'user',
    createdAt: at,
    content,
  }))
  await claim?.write({ at, messages, session: { head: messages.at(-1)?.id ?? null, ...session } })
  await claim?.release()
}

const shortly = (found: readonly SessionInfo[]): string[] =>
  found.map(({ id, match }) => (match ? `${id}: ${match.text}` : id))

describe.each([
  ['memoryStorage', () => memoryStorage()],
  ['indexedDbStorage', () => indexedDbStorage()],
  ['indexedDbStorage with a secret', () => indexedDbStorage({ secret: () => 'open sesame' })],
])('the list of %s', (_name, createStorage) => {
  it('has each session on one page, in order, also with equal times', async () => {
    const storage = createStorage()
    for (const [id, at] of [
      ['c', 2],
      ['a', 2],
      ['d', 1],
      ['b', 2],
      ['e', 3],
    ] as const) {
      await store(storage, id, at, ['Hello'], { title: `Title of ${id}` })
    }
    const seen: SessionInfo[] = []
    for (let limit = 1; limit < 4; limit++) {
      seen.push(...(await storage.list({ before: seen.at(-1), limit })))
      // Another session moves to the front, and none of the rest is left out.
      if (limit === 1) await store(storage, 'e', 9, [])
    }
    expect(seen.map(({ id, title }) => `${id}: ${title}`)).toEqual(
      ['e', 'a', 'b', 'c', 'd'].map((id) => `${id}: Title of ${id}`),
    )
    expect((await storage.list({ before: 2 })).map(({ id }) => id)).toEqual(['d'])
    expect(seen[0]).not.toHaveProperty('state')
  })

  it('has the sessions in whose titles and messages a query is found', async () => {
    const storage = createStorage()
    const many = Array.from({ length: 230 }, (_, nth) => `Message ${nth}`)
    await store(storage, 'a', 1, [...many, 'Crème brûlée'])
    await store(storage, 'b', 2, ['Hello'], { title: 'Creme for the face' })
    await store(storage, 'c', 3, [`${'long '.repeat(20_000)} 去东京旅行`])
    await store(storage, 'd', 4, ['Creme of tartar'], { refused: ['d-0'] })
    const find = async (query: string, limit?: number): Promise<string[]> =>
      shortly(await storage.list({ query, limit }))
    expect(await find('CREME')).toEqual(['b', 'a: Crème brûlée'])
    expect(await find('creme', 1)).toEqual(['b'])
    expect(await find('message 229')).toEqual(['a: Message 229'])
    expect(await find('东京')).toEqual([expect.stringMatching(/^c: ….*long 去东京旅行$/)])
    expect(await find('message 230')).toEqual([])
    await storage.delete('a')
    expect(await find('brulee')).toEqual([])
  })

  it('is not read once nobody waits for it', async () => {
    const storage = createStorage()
    for (let nth = 0; nth < 5; nth++) await store(storage, `s${nth}`, nth)
    const gone = new Error('Typed on.')
    const controller = new AbortController()
    const listing = storage.list({ query: 'nowhere', signal: controller.signal })
    controller.abort(gone)
    await expect(listing).rejects.toBe(gone)
    await expect(storage.list({ signal: controller.signal })).rejects.toBe(gone)
    expect(await storage.list()).toHaveLength(5)
  })
})

describe('the list of indexedDbStorage', () => {
  it('is searched around a row that cannot be read, and reports nothing', async () => {
    const storage = indexedDbStorage()
    await store(storage, 'a', 1, ['First', 'Second', 'Third'])
    const database = await openDB('ambit')
    await database.put('messages', { sid: 'a', seq: 1, body: '{ torn' })
    database.close()
    const told: string[] = []
    storage.onDegraded(({ reason }) => told.push(reason))
    expect(shortly(await storage.list({ query: 'third' }))).toEqual(['a: Third'])
    expect(await storage.list({ query: 'second' })).toEqual([])
    expect(told).toEqual([])
  })

  it('is searched in memory where there is no database', async () => {
    globalThis.indexedDB = {
      open: () => {
        throw new DOMException('No.', 'SecurityError')
      },
    } as unknown as IDBFactory
    const storage = indexedDbStorage()
    await store(storage, 'a', 1, ['First'])
    await store(storage, 'b', 2, ['Second'])
    expect(shortly(await storage.list({ query: 'first' }))).toEqual(['a: First'])
    expect(await storage.list({ limit: 1 })).toMatchObject([{ id: 'b' }])
  })
})
