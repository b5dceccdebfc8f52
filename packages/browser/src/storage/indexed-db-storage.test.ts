// isolated: a lock that another file leaves held would hold back its claims
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { type Message, AgentError } from '@ambit/core'
import {
  type AgentStorage,
  type Intent,
  memoryStorage,
  type SessionClaim,
} from '@ambit/core/storage'
import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { indexedDbStorage } from './indexed-db-storage.ts'

const said = (id: string, content = id, parentId: string | null = null): Message => ({
  id,
  parentId,
  role: 'user',
  createdAt: 1,
  content,
})

const answered = (id: string): Message => ({
  id,
  parentId: null,
  role: 'tool',
  name: 'note',
  createdAt: 1,
  content: '1',
  status: 'ok',
})

const intentOf = (id: string, attempt = 1): Intent => ({
  call: { id, name: 'note', arguments: { text: 'Friday' } },
  effect: 'write',
  key: `s1:${id}`,
  runId: 'run',
  startedAt: 1,
  attempt,
})

/** The claims to release, because locks outlive a test. */
const claims: SessionClaim[] = []

async function claimed(storage: AgentStorage, id = 's1'): Promise<SessionClaim> {
  const claim = await storage.claim(id, { at: 1 })
  if (!claim) throw new Error('It was not granted.')
  claims.push(claim)
  return claim
}

const codeOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'It resolved.',
    (error: unknown) => (AgentError.is(error, 'storage') ? error.details.kind : error),
  )

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})
afterEach(async () => {
  await Promise.all(claims.splice(0).map((claim) => claim.release()))
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe.each([
  ['memoryStorage', () => memoryStorage()],
  ['indexedDbStorage', () => indexedDbStorage()],
  ['indexedDbStorage with a secret', () => indexedDbStorage({ secret: () => 'open sesame' })],
])('%s', (_name, createStorage) => {
  it('knows nothing at first', async () => {
    const storage = createStorage()
    expect(await storage.list()).toEqual([])
    expect(await storage.read('s1')).toBeUndefined()
    expect(await storage.readMessages('s1', { from: 0 })).toEqual([])
  })

  it('numbers messages in the order in which they were written', async () => {
    const storage = createStorage()
    const claim = await claimed(storage)
    await claim.write({ at: 2, messages: [said('a'), said('b')], session: { head: 'b' } })
    const row = await claim.write({ at: 3, messages: [said('c')], session: { head: 'c' } })
    expect(row).toMatchObject({ next: 3, head: 'c', createdAt: 1, updatedAt: 3 })
    const rows = await storage.readMessages('s1', { from: 0 })
    expect(rows.map(({ seq, message }) => [seq, message.id])).toEqual([
      [0, 'a'],
      [1, 'b'],
      [2, 'c'],
    ])
    expect(await storage.read('s1')).toMatchObject({ next: 3, head: 'c' })
  })

  it('reads the newest messages, and those before a number', async () => {
    const storage = createStorage()
    const claim = await claimed(storage)
    const messages = Array.from({ length: 1_200 }, (_, nth) => said(`m${nth}`))
    await claim.write({ at: 2, messages })
    const seqs = async (range: Parameters<AgentStorage['readMessages']>[1]): Promise<number[]> =>
      (await storage.readMessages('s1', range)).map(({ seq }) => seq)
    expect(await seqs({ last: 2 })).toEqual([1_198, 1_199])
    expect(await seqs({ last: 2, before: 1_198 })).toEqual([1_196, 1_197])
    expect(await seqs({ last: 5, before: 2 })).toEqual([0, 1])
    expect(await seqs({ from: 0 })).toHaveLength(1_200)
  })

  it('writes concurrent entries one after another', async () => {
    const storage = createStorage()
    const claim = await claimed(storage)
    await Promise.all(['a', 'b', 'c'].map((id) => claim.write({ at: 2, messages: [said(id)] })))
    const rows = await storage.readMessages('s1', { from: 0 })
    expect(rows.map(({ message }) => message.id)).toEqual(['a', 'b', 'c'])
  })

  it('keeps title, state, usage and the run until it ends', async () => {
    const storage = createStorage()
    const claim = await claimed(storage)
    const usage = { promptTokens: 1, completionTokens: 2, totalTokens: 3 }
    const run = { runId: 'r', iterations: 2, usage, charged: { calls: 1 } }
    await claim.write({ at: 2, session: { title: 'Demo', state: { cart: [1] }, usage, run } })
    expect(await storage.read('s1')).toMatchObject({ title: 'Demo', state: { cart: [1] }, run })
    expect(await storage.list()).toMatchObject([
      { id: 's1', title: 'Demo', isRunning: true, usage },
    ])
    await claim.write({ at: 3, session: { run: null } })
    const row = await storage.read('s1')
    expect(row).not.toHaveProperty('run')
    expect(row).toMatchObject({ title: 'Demo', state: { cart: [1] } })
  })

  it('takes the same attempt at a call once, and the answer closes it', async () => {
    const storage = createStorage()
    const claim = await claimed(storage)
    await claim.write({ at: 2, intents: [intentOf('c1')], isStrict: true })
    expect(await storage.readIntents('s1')).toEqual([intentOf('c1')])
    expect(await codeOf(claim.write({ at: 3, intents: [intentOf('c1')] }))).toBe('duplicate')
    await claim.write({ at: 3, intents: [intentOf('c1', 2)] })
    expect(await storage.readIntents('s1')).toEqual([intentOf('c1', 2)])
    await claim.write({ at: 4, messages: [answered('c1')] })
    expect(await storage.readIntents('s1')).toEqual([])
  })

  it('stores nothing of an entry that cannot be stored whole', async () => {
    const storage = createStorage()
    const claim = await claimed(storage)
    await claim.write({ at: 2, intents: [intentOf('c1')] })
    const entry = { at: 3, messages: [said('a')], intents: [intentOf('c1')] }
    expect(await codeOf(claim.write(entry))).toBe('duplicate')
    expect(await storage.read('s1')).toMatchObject({ next: 0 })
    expect(await storage.readMessages('s1', { from: 0 })).toEqual([])
  })

  it('grants a session to one at a time', async () => {
    const storage = createStorage()
    const first = await claimed(storage)
    expect(await storage.claim('s1', { at: 1, isWaiting: false })).toBeUndefined()
    const second = storage.claim('s1', { at: 1 })
    await first.release()
    expect((await second)?.row.epoch).toBe(first.row.epoch + 1)
    await (await second)?.release()
    const third = await storage.claim('s1', { at: 1, isWaiting: false })
    expect(third?.row.epoch).toBe(first.row.epoch + 2)
    await third?.release()
  })

  it('lets go of a wait that is aborted', async () => {
    const storage = createStorage()
    const first = await claimed(storage)
    const abort = new AbortController()
    const waiting = storage.claim('s1', { at: 1, signal: abort.signal })
    abort.abort(new Error('no longer'))
    await expect(waiting).rejects.toThrow('no longer')
    await first.release()
    await claimed(storage)
  })

  it('refuses the writes of a session that was deleted', async () => {
    const storage = createStorage()
    const claim = await claimed(storage)
    await claim.write({ at: 2, messages: [said('a')] })
    await storage.delete('s1')
    expect(await storage.list()).toEqual([])
    expect(await claim.holds()).toBe(false)
    expect(await codeOf(claim.write({ at: 3, messages: [said('b')] }))).toBe('lost')
    expect(await storage.readMessages('s1', { from: 0 })).toEqual([])
  })

  it('renames, and moves the head', async () => {
    const storage = createStorage()
    const claim = await claimed(storage)
    await claim.write({ at: 2, messages: [said('a'), said('b')], session: { head: 'b' } })
    await storage.update('s1', { title: 'Named' })
    await storage.update('s1', { head: 'a' })
    expect(await storage.read('s1')).toMatchObject({ title: 'Named', head: 'a', next: 2 })
  })
})

describe('indexedDbStorage', () => {
  it('reads what was written before the page was loaded again, large values too', async () => {
    const large = 'x'.repeat(100_000)
    const claim = await claimed(indexedDbStorage())
    await claim.write({ at: 2, messages: [said('a'), said('b', large)] })
    const rows = await indexedDbStorage().readMessages('s1', { from: 0 })
    expect(rows.map(({ message }) => message)).toEqual([said('a'), said('b', large)])
  })

  it('stores JSON and nothing else, whatever a message holds', async () => {
    const storage = indexedDbStorage()
    const claim = await claimed(storage)
    const odd = { ...said('a'), extra: new URL('https://example.com'), call: () => 1 }
    await claim.write({ at: 2, messages: [odd] })
    const database = await openDB('ambit')
    for (const row of await database.getAll('messages')) {
      expect(JSON.parse(JSON.stringify(row))).toEqual(row)
    }
    database.close()
    expect(
      await codeOf(claim.write({ at: 3, messages: [{ ...odd, big: 1n } as unknown as Message] })),
    ).toBe('not_json')
    await claim.write({ at: 4, messages: [said('b')] })
    expect(await storage.read('s1')).toMatchObject({ next: 2 })
  })

  it('goes on in the database after an update of a session that is gone', async () => {
    const storage = indexedDbStorage()
    const told = vi.fn<(what: { reason: string }) => void>()
    storage.onDegraded(told)
    expect(await storage.update('gone', { title: 'Named' })).toBe(false)
    await (await claimed(storage)).write({ at: 2, messages: [said('a')] })
    expect(told).not.toHaveBeenCalled()
    expect(await indexedDbStorage().readMessages('s1', { from: 0 })).toHaveLength(1)
  })

  it('refuses every write of a page whose session another has taken over', async () => {
    const zombie = await claimed(indexedDbStorage())
    const database = await openDB('ambit')
    const row = await database.get('sessions', 's1')
    await database.put('sessions', { ...row, epoch: row.epoch + 1 })
    database.close()
    expect(await codeOf(zombie.write({ at: 2, messages: [said('a')] }))).toBe('lost')
    expect(await zombie.holds()).toBe(false)
  })

  it('A17 keeps the sessions of users apart, and wipes those of one', async () => {
    const ada = indexedDbStorage({ user: 'ada' })
    const bob = indexedDbStorage({ user: 'bob' })
    await (await claimed(ada)).write({ at: 2, messages: [said('a')] })
    expect(await bob.list()).toEqual([])
    await (await claimed(bob, 's2')).write({ at: 2, messages: [said('b')] })
    await ada.wipe()
    expect(await ada.list()).toEqual([])
    expect(await indexedDbStorage({ user: 'bob' }).list()).toHaveLength(1)
  })

  it('A17 deletes sessions that nobody has touched for the given time', async () => {
    const old = indexedDbStorage()
    const claim = await claimed(old, 'old')
    await claim.write({ at: 1, messages: [said('a')] })
    await claim.release()
    await (await claimed(old, 'new')).write({ at: Date.now(), messages: [said('b')] })
    const later = indexedDbStorage({ ttlMs: 60_000 })
    expect((await later.list()).map(({ id }) => id)).toEqual(['new'])
    expect(await later.readMessages('old', { from: 0 })).toEqual([])
  })

  it('leaves out rows that are damaged, and tells so once', async () => {
    const storage = indexedDbStorage()
    const claim = await claimed(storage)
    await claim.write({ at: 2, messages: [said('a'), said('b', 'y'.repeat(50_000)), said('c')] })
    const database = await openDB('ambit')
    await database.put('messages', { sid: 's1', seq: 0, body: '{ torn' })
    await database.clear('big')
    database.close()
    const told = vi.fn<(what: { reason: string }) => void>()
    storage.onDegraded(told)
    const read = async (): Promise<string[]> =>
      (await storage.readMessages('s1', { from: 0 })).map(({ message }) => message.id)
    expect(await read()).toEqual(['c'])
    expect(await read()).toEqual(['c'])
    expect(told.mock.calls.map(([{ reason }]) => reason)).toEqual(['rows_damaged'])
  })

  it('goes on in memory, and tells so once, where there is no database', async () => {
    vi.stubGlobal('indexedDB', undefined)
    const storage = indexedDbStorage()
    const told = vi.fn<(what: { reason: string }) => void>()
    storage.onDegraded(told)
    const claim = await claimed(storage)
    await claim.write({ at: 2, messages: [said('a')] })
    expect(await storage.readMessages('s1', { from: 0 })).toHaveLength(1)
    expect(told.mock.calls.map(([{ reason }]) => reason)).toEqual(['unavailable'])
    const late = vi.fn<(what: { reason: string }) => void>()
    storage.onDegraded(late)
    expect(late).toHaveBeenCalledOnce()
  })

  it('A17 stores nothing in clear with a secret, and opens nothing with another', async () => {
    const secret = (text: string) => ({ secret: () => text })
    const claim = await claimed(indexedDbStorage(secret('right')))
    await claim.write({
      at: 2,
      messages: [said('a', 'the secret plan')],
      intents: [intentOf('c1')],
      session: { title: 'the secret title', state: { plan: 'secret' } },
    })
    const database = await openDB('ambit')
    for (const store of ['messages', 'intents', 'sessions']) {
      const rows = await database.getAll(store)
      expect(JSON.stringify(rows)).not.toMatch(/secret|Friday/)
    }
    database.close()
    for (const wrong of [indexedDbStorage(secret('wrong')), indexedDbStorage()]) {
      const told = vi.fn<(what: { reason: string; message: string }) => void>()
      wrong.onDegraded(told)
      expect(await wrong.list()).toEqual([])
      await (await claimed(wrong, 's2')).write({ at: 3, messages: [said('b', 'in clear')] })
      expect(told).toHaveBeenCalledOnce()
      expect(told.mock.calls[0]?.[0].message).toContain('secret')
    }
    expect(await indexedDbStorage(secret('right')).list()).toMatchObject([
      { title: 'the secret title' },
    ])
  })

  it('reads what was stored before there was a secret, and encrypts what is stored after', async () => {
    const claim = await claimed(indexedDbStorage())
    await claim.write({ at: 2, messages: [said('a', 'in clear')], session: { title: 'Old' } })
    await claim.release()
    const storage = indexedDbStorage({ secret: () => 'right' })
    const later = await claimed(storage)
    await later.write({ at: 3, messages: [said('b', 'sealed')] })
    const rows = await storage.readMessages('s1', { from: 0 })
    expect(rows.map(({ message }) => message)).toEqual([said('a', 'in clear'), said('b', 'sealed')])
    expect(await storage.list()).toMatchObject([{ title: 'Old' }])
    const database = await openDB('ambit')
    const stored = JSON.stringify(await database.getAll('messages'))
    expect(stored).toContain('in clear')
    expect(stored).not.toContain('sealed')
    database.close()
  })

  it.each([
    ['on plain http', () => 'right', 'on https and localhost alone'],
    ['where there is no secret to be had', () => Promise.reject(new TypeError('key 123')), 'had'],
  ])('stores nothing in clear %s, and says why', async (where, secret, why) => {
    if (where === 'on plain http') {
      const { getRandomValues } = crypto
      vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) })
    }
    const storage = indexedDbStorage({ secret })
    const told: string[] = []
    storage.onDegraded(({ message }) => told.push(message))
    await (await claimed(storage)).write({ at: 2, messages: [said('a', 'the plan')] })
    expect(await storage.readMessages('s1', { from: 0 })).toHaveLength(1)
    expect(told).toEqual([expect.stringContaining(why)])
    expect(told[0]).not.toContain('key 123')
    const database = await openDB('ambit')
    expect(await database.getAll('messages')).toEqual([])
    database.close()
  })

  it('refuses a sealed row that was put in the place of another', async () => {
    const storage = indexedDbStorage({ secret: () => 'right' })
    await (await claimed(storage)).write({ at: 2, messages: [said('a'), said('b')] })
    const database = await openDB('ambit')
    const row = await database.get('messages', ['s1', 1])
    await database.put('messages', { ...row, seq: 0 })
    database.close()
    const rows = await storage.readMessages('s1', { from: 0 })
    expect(rows.map(({ seq }) => seq)).toEqual([1])
  })

  it.each([0, -1, Number.NaN])('refuses %s as a time', (ttlMs) => {
    expect(() => indexedDbStorage({ ttlMs })).toThrow('`ttlMs`')
  })
})
