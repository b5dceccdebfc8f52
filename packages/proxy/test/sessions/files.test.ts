import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createRandom } from '../../../browser/test/durability/random.ts'
import { getFile, putFile, sweepFiles } from '../../src/sessions/files.ts'
import {
  deleteOlderThan,
  deleteSubject,
  type ExportedSession,
  exportSubject,
} from '../../src/sessions/people.ts'
import { postgresSessions } from '../../src/sessions/postgres-sessions.ts'
import { toLimits } from '../../src/sessions/session-limits.ts'
import { sessions } from '../../src/sessions/sessions.ts'
import { sqliteSessions } from '../../src/sessions/sqlite-sessions.ts'
import type { SessionStore } from '../../src/sessions/store.ts'
import { proxyUnderTest, requestOf } from '../proxy-under-test.ts'
import { type Fate, FakeS3 } from './fake-s3.ts'
import { describeStore } from './session-rules.ts'

const hour = 3_600_000

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const textOf = (bytes: Uint8Array | undefined): string | undefined =>
  bytes && new TextDecoder().decode(bytes)

/** The names of the objects that a table has, and of those that nobody owns. */
async function namesIn(store: SessionStore): Promise<{ owned: string[]; others: string[] }> {
  const rows = await store.transaction(undefined, ({ sql }) =>
    sql<{ name: string; subject: string | null; due: number | null }>(
      'select name, subject, due from ambit_objects order by name',
    ),
  )
  const isOwned = (row: (typeof rows)[number]) => row.subject !== null && row.due === null
  return {
    owned: rows.filter(isOwned).map(({ name }) => name),
    others: rows.filter((row) => !isOwned(row)).map(({ name }) => name),
  }
}

async function expectNoOrphan(store: SessionStore, s3: FakeS3): Promise<void> {
  await sweepFiles(store)
  const { owned, others } = await namesIn(store)
  expect(others).toEqual([])
  expect([...s3.objects.keys()].toSorted()).toEqual(owned)
  expect(s3.refused).toEqual([])
}

async function exportOf(store: SessionStore, subject: string): Promise<ExportedSession[]> {
  const all: ExportedSession[] = []
  for await (const each of exportSubject(store, subject)) all.push(each)
  return all
}

async function openPglite(): Promise<PGlite> {
  const pglite = await PGlite.create()
  await pglite.exec(`create role app login; grant all on schema public to app; set role app`)
  return pglite
}

const kinds = ['PGlite', 'SQLite'] as const

/** The lines of the console. Each cause is there once. */
const printed: string[] = []
vi.spyOn(console, 'error').mockImplementation((line) => void printed.push(String(line)))

describe.each(kinds)('with files in a bucket that fails, slows and loses answers: %s', (kind) => {
  const s3 = new FakeS3()
  let pglite: PGlite | undefined
  let store: SessionStore
  let later = 0
  const seen = new Set<string>()
  const fates: Fate[] = ['lost', 'unanswered', 'busy', 'slow']
  const fateOf = (method: string, name: string): Fate => {
    const request = `${method} ${name}`
    // The page sends such a file again, under another name.
    if (method === 'PUT' && /[0-3].{35}$/.test(name)) return 'unanswered'
    if (seen.has(request)) return undefined
    seen.add(request)
    return fates[seen.size % fates.length]
  }
  beforeAll(() => s3.start())
  afterAll(async () => {
    await pglite?.close()
    await s3.stop()
  })

  describeStore(`${kind} and S3`, async (clock) => {
    s3.fate = fateOf
    const options = { now: () => clock() + later, files: s3.files() }
    if (kind === 'SQLite') {
      store = sqliteSessions(':memory:', options)
      return [store, store]
    }
    pglite = await openPglite()
    store = postgresSessions(pglite, options)
    return [store, postgresSessions(pglite, options)]
  })

  it('leaves no object behind that nobody owns', async () => {
    expect(seen.size).toBeGreaterThan(10)
    s3.fate = () => undefined
    later = hour
    await expectNoOrphan(store, s3)
    const inTables = await store.transaction(undefined, ({ sql }) =>
      sql('select hash from ambit_blobs'),
    )
    expect(inTables).toEqual([])
  })
})

describe.each(kinds)('files in a bucket: %s', (kind) => {
  const s3 = new FakeS3()
  let pglite: PGlite | undefined
  let store: SessionStore
  let now = 1
  const clock = () => now
  beforeAll(async () => {
    await s3.start()
    if (kind === 'PGlite') pglite = await openPglite()
    const options = { now: clock, files: s3.files() }
    store = pglite ? postgresSessions(pglite, options) : sqliteSessions(':memory:', options)
  }, 60_000)
  afterAll(async () => {
    await pglite?.close()
    await s3.stop()
  })

  const create = (subject: string, id: string) => {
    const body = JSON.stringify({ id, createdAt: 1, updatedAt: 1, epoch: 0, next: 0, head: null })
    return store.transaction(subject, ({ sql }) =>
      sql(
        `insert into ambit_sessions (subject, id, body, title, updated_at, stored_at, is_empty)
         values ($1, $2, $4, '', 1, $3, 0) on conflict do nothing`,
        [subject, id, now, body],
      ),
    )
  }
  const remove = (subject: string, id: string) =>
    store.transaction(subject, ({ sql }) =>
      sql('delete from ambit_sessions where subject = $1 and id = $2', [subject, id]),
    )
  const put = (subject: string, id: string, text: string) =>
    putFile(store, { subject, id, hash: text }, bytesOf(text), toLimits())
  const get = async (subject: string, id: string, hash: string) =>
    textOf(await getFile(store, { subject, id, hash }))

  it('have names without a word of a user, and belong to one user', async () => {
    await create('ada@example.com', 's')
    await create('eve', 's')
    await put('ada@example.com', 's', 'a file')
    expect([...s3.objects.keys()]).toEqual([
      expect.stringMatching(/^ambit\/[0-9a-f]{64}\/[0-9a-f-]{36}$/),
    ])
    expect(await get('ada@example.com', 's', 'a file')).toBe('a file')
    expect(await get('eve', 's', 'a file')).toBeUndefined()
    expect(await store.transaction('eve', ({ sql }) => sql('select 1 from ambit_objects'))).toEqual(
      // SQLite has no row-level security.
      kind === 'PGlite' ? [] : [expect.anything()],
    )
    await deleteSubject(store, 'eve')
    expect(await get('ada@example.com', 's', 'a file')).toBe('a file')
    await deleteSubject(store, 'ada@example.com')
    expect(s3.objects.size).toBe(0)
    await expectNoOrphan(store, s3)
  })

  it('are stored once, though the same comes twice at once, and are exported', async () => {
    await create('ada', 's')
    await Promise.all([put('ada', 's', 'twice'), put('ada', 's', 'twice')])
    await put('ada', 's', 'twice')
    expect(s3.objects.size).toBe(1)
    const exported = await exportOf(store, 'ada')
    expect(exported[0]?.files).toEqual({ twice: btoa('twice') })
    await deleteSubject(store, 'ada')
    await expectNoOrphan(store, s3)
  })

  it('are not told as stored before the bucket has them', async () => {
    await create('ada', 's')
    for (const fate of ['lost', 'unanswered', 'busy'] as const) {
      s3.fate = () => fate
      await expect(put('ada', 's', 'late')).rejects.toThrow('s3Files: PUT of a file failed')
      expect(await get('ada', 's', 'late')).toBeUndefined()
    }
    s3.fate = () => undefined
    await put('ada', 's', 'late')
    expect(await get('ada', 's', 'late')).toBe('late')
    // What was stored without an answer is deleted after an hour, and not before.
    await sweepFiles(store)
    expect(s3.objects.size).toBe(2)
    now += hour
    await expectNoOrphan(store, s3)
    expect(await get('ada', 's', 'late')).toBe('late')
    await deleteSubject(store, 'ada')
  })

  it('are deleted later, if the bucket is away when a user asks for it', async () => {
    await create('ada', 's')
    for (let nth = 0; nth < 20; nth++) await put('ada', 's', `file ${nth}`)
    s3.fate = (method) => (method === 'DELETE' ? 'busy' : undefined)
    await expect(deleteSubject(store, 'ada')).rejects.toThrow('still in the bucket')
    expect(await get('ada', 's', 'file 0')).toBeUndefined()
    await expect(deleteOlderThan(store, '90d')).rejects.toThrow('still in the bucket')
    expect(s3.objects.size).toBe(20)
    expect((await namesIn(store)).others).toHaveLength(20)
    s3.fate = () => undefined
    expect(await deleteSubject(store, 'ada')).toBe(0)
    expect(s3.objects.size).toBe(0)
    await expectNoOrphan(store, s3)
  })

  it('are stored, though the bucket refuses to delete what came twice, and are deleted later', async () => {
    await create('ada', 's')
    s3.fate = (method) => (method === 'DELETE' ? 'denied' : undefined)
    await Promise.all([put('ada', 's', 'twice'), put('ada', 's', 'twice')])
    expect(await get('ada', 's', 'twice')).toBe('twice')
    expect(s3.objects.size).toBe(2)
    s3.fate = () => undefined
    now += hour
    await expectNoOrphan(store, s3)
    expect(s3.objects.size).toBe(1)
    await deleteSubject(store, 'ada')
  })

  it('name the bucket in the log when it fails, and are deleted once it lets them', async () => {
    onTestFinished(() => void (s3.fate = () => undefined))
    const { handle } = proxyUnderTest({ log: undefined, use: [sessions({ store })] })
    const send = (path: string, init: RequestInit = {}) =>
      handle(requestOf({ path: `/api/agent/sessions${path}page=p`, ...init }))
    await create('ada', 's')
    await put('ada', 's', 'seen')
    s3.fate = (method) => (method === 'GET' ? 'busy' : 'denied')
    const response = await send('/blobs?session=s&hash=seen&', { method: 'GET' })
    expect(response.status).toBe(503)
    const failed = 'the bucket of the files failed'
    await expect.poll(() => printed).toContainEqual(expect.stringContaining(failed))
    const remove = JSON.stringify({ operation: 'delete', id: 's' })
    expect((await send('?', { body: remove })).status).toBe(200)
    const refused = `DELETE of a file failed with status 403 (AccessDenied)`
    await expect.poll(() => printed).toContainEqual(expect.stringContaining(refused))
    expect(printed.join()).not.toContain('limits')
    expect(s3.objects.size).toBe(1)
    s3.fate = () => undefined
    await send('?', { body: remove })
    await expect.poll(() => s3.objects.size).toBe(0)
  })

  it('are not left behind by an upload whose session is deleted meanwhile', async () => {
    await create('ada', 's')
    s3.before = async (method) => {
      if (method === 'PUT') await deleteSubject(store, 'ada')
    }
    await put('ada', 's', 'too late')
    s3.before = () => undefined
    expect(s3.objects.size).toBe(0)
    await expectNoOrphan(store, s3)
    await put('ada', 's', 'of no session')
    expect(s3.objects.size).toBe(0)
  })

  it('are uploaded again if they were taken for lost meanwhile', async () => {
    await create('ada', 's')
    s3.before = async () => {
      s3.before = () => undefined
      now += hour
      await sweepFiles(store)
    }
    await put('ada', 's', 'slow')
    expect(await get('ada', 's', 'slow')).toBe('slow')
    await expectNoOrphan(store, s3)
    await deleteSubject(store, 'ada')
  })

  it('are those that were stored, or none', async () => {
    await create('ada', 's')
    await put('ada', 's', 'true')
    const [name = ''] = s3.objects.keys()
    s3.objects.set(name, Buffer.from('fake'))
    expect(await get('ada', 's', 'true')).toBeUndefined()
    s3.objects.set(name, Buffer.from('too long'))
    await expect(get('ada', 's', 'true')).rejects.toThrow('GET of a file failed')
    s3.objects.delete(name)
    expect(await get('ada', 's', 'true')).toBeUndefined()
    expect((await exportOf(store, 'ada'))[0]?.files).toEqual({})
    await deleteSubject(store, 'ada')
  })

  it('lose nothing and leave nothing, whatever the bucket and the proxy do', async () => {
    const random = createRandom(20_261_128)
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
    const real = store
    // A transaction fails, or its answer is lost.
    const failing: SessionStore = {
      ...real,
      async transaction(subject, work) {
        const fate = random()
        if (fate < 0.05) throw new Error('The database was lost.')
        const result = await real.transaction(subject, work)
        if (fate > 0.95) throw new Error('The answer was lost.')
        return result
      },
    }
    s3.fate = () => pick(['lost', 'unanswered', 'busy', 'slow', undefined, undefined, undefined])
    const stored = new Map<string, Set<string>>()
    let puts = 0
    // A file that is put while its session is deleted may be there, or not.
    const deletions = new Map<string, number>()
    const act = async (nth: number): Promise<void> => {
      const [subject, id] = [pick(['ada', 'eve']), pick(['s', 't'])]
      const place = `${subject} ${id}`
      if (random() < 0.08) {
        deletions.set(place, (deletions.get(place) ?? 0) + 1)
        await remove(subject, id)
        deletions.set(place, (deletions.get(place) ?? 0) + 1)
        stored.delete(place)
        await sweepFiles(failing)
        return
      }
      await create(subject, id)
      const hash = `${place} ${nth}`
      const before = deletions.get(place)
      await putFile(failing, { subject, id, hash }, bytesOf(hash), toLimits())
      puts++
      if (deletions.get(place) === before) {
        stored.set(place, (stored.get(place) ?? new Set()).add(hash))
      }
      const other = subject === 'ada' ? 'eve' : 'ada'
      expect(await getFile(real, { subject: other, id, hash })).toBeUndefined()
    }
    for (let nth = 0; nth < 60; nth += 3) {
      await Promise.allSettled([act(nth), act(nth + 1), act(nth + 2)])
      if (nth % 30 === 0) now += hour / 4
    }
    s3.fate = () => undefined
    for (const [place, hashes] of stored) {
      const [subject = '', id = ''] = place.split(' ')
      for (const hash of hashes) expect(await get(subject, id, hash)).toBe(hash)
    }
    // How many are left depends on the order in which the machine does all this.
    expect(puts).toBeGreaterThan(10)
    expect(stored.size).toBeGreaterThan(0)
    now += hour
    await expectNoOrphan(real, s3)
    for (const [place, hashes] of stored) {
      const [subject = '', id = ''] = place.split(' ')
      for (const hash of hashes) expect(await get(subject, id, hash)).toBe(hash)
    }
  })

  it('stay in the tables if they were there before, and need the bucket if they are in it', async () => {
    const options = { now: clock }
    if (!pglite) return
    const without = postgresSessions(pglite, options)
    await create('bob', 's')
    await putFile(without, { subject: 'bob', id: 's', hash: 'old' }, bytesOf('old'), toLimits())
    await put('bob', 's', 'old')
    await put('bob', 's', 'new')
    expect(await get('bob', 's', 'old')).toBe('old')
    expect(await get('bob', 's', 'new')).toBe('new')
    const reading = getFile(without, { subject: 'bob', id: 's', hash: 'new' })
    await expect(reading).rejects.toThrow('s3Files(…)')
    const exported = await exportOf(store, 'bob')
    expect(Object.keys(exported[0]?.files ?? {})).toEqual(['new', 'old'])
  })
})
