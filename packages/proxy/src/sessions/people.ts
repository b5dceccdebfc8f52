import { type Duration, toBase64, toMilliseconds } from '@ambit/protocol'
import { bytesOf, readFiles, type StoredFile, sweepFiles } from './files.ts'
import { readIntents, readMessages, readSession } from './read-sessions.ts'
import { isStore, type SessionStore, type SessionTransaction } from './store.ts'

/** A session with everything that is stored of it. */
export interface ExportedSession {
  readonly session: object
  readonly messages: readonly object[]
  /** The calls that were started and have no answer. */
  readonly intents: readonly object[]
  /** The files, in base64, by their SHA-256, without what a bucket has lost or damaged. */
  readonly files: Readonly<Record<string, string>>
}

interface Deleted {
  readonly subject: string
  readonly id: string
  readonly claim: string | null
}

/**
 * Deletes the sessions that nobody has written, renewed or renamed for some time, by the clock of
 * the store. Leaves those that a page runs now. Call it once a day for a retention.
 *
 * @param age The time, such as `'90d'`: at least a minute, since a number counts milliseconds.
 * @returns The number of deleted sessions.
 * @throws TypeError for a wrong `age`, and for a store of another kind.
 * @throws Error if a bucket still has files of deleted sessions. The next call tries again.
 */
export async function deleteOlderThan(store: SessionStore, age: Duration): Promise<number> {
  checkStore('deleteOlderThan', store)
  const ageMs = toMilliseconds(age)
  if (!(ageMs >= 60_000)) {
    throw new TypeError("deleteOlderThan: give a time of at least a minute, such as '90d'.")
  }
  const count = await store.transaction(undefined, async (transaction) => {
    const { sql, now } = transaction
    const deleted = await sql<Deleted>(
      `delete from ambit_sessions
       where stored_at <= $1 and (claim is null or lease_until <= $2)
       returning subject, id, claim`,
      [now - ageMs, now],
    )
    return tellPages(transaction, deleted)
  })
  await sweepFiles(store)
  return count
}

/**
 * Deletes everything that is stored of a subject. Pages that run one of the sessions stop.
 *
 * @returns The number of deleted sessions.
 * @throws TypeError for an empty subject.
 * @throws Error if a bucket still has files of deleted sessions. The next call tries again.
 */
export async function deleteSubject(store: SessionStore, subject: string): Promise<number> {
  checkStore('deleteSubject', store)
  checkSubject('deleteSubject', subject)
  const count = await store.transaction(subject, async (transaction) => {
    const deleted = await transaction.sql<Deleted>(
      'delete from ambit_sessions where subject = $1 returning subject, id, claim',
      [subject],
    )
    return tellPages(transaction, deleted)
  })
  await sweepFiles(store)
  return count
}

function tellPages({ send }: SessionTransaction, deleted: readonly Deleted[]): number {
  for (const { subject, id, claim } of deleted) {
    if (claim !== null) send({ subject, page: '', event: { type: 'lost', claim } })
    const noteId = crypto.randomUUID()
    const event = { type: 'note', id, noteId, note: { type: 'gone' } } as const
    send({ subject, page: '', event })
  }
  return deleted.length
}

function checkStore(owner: string, store: unknown): void {
  if (isStore(store)) return
  throw new TypeError(`${owner}: give the store, postgresSessions(…) or sqliteSessions(…).`)
}

function checkSubject(owner: string, subject: unknown): void {
  if (typeof subject === 'string' && subject !== '') return
  throw new TypeError(`${owner}: give the subject, as \`authorize\` returns it.`)
}

/**
 * Reads everything that is stored of a subject, one session after the other.
 *
 * @throws TypeError for an empty subject.
 */
export async function* exportSubject(
  store: SessionStore,
  subject: string,
): AsyncGenerator<ExportedSession> {
  checkStore('exportSubject', store)
  checkSubject('exportSubject', subject)
  const ids = await store.transaction(subject, ({ sql }) =>
    sql<{ id: string }>('select id from ambit_sessions where subject = $1 order by id', [subject]),
  )
  for (const { id } of ids) {
    const read = await store.transaction(subject, ({ sql }) => readAll(sql, subject, id))
    if (!read) continue
    const files: Record<string, string> = {}
    for (const file of read.files) {
      const bytes = await bytesOf(store, file)
      if (bytes) files[file.hash] = toBase64(bytes)
    }
    yield { ...read, files }
  }
}

async function readAll(
  sql: SessionTransaction['sql'],
  subject: string,
  id: string,
): Promise<(Omit<ExportedSession, 'files'> & { files: readonly StoredFile[] }) | undefined> {
  const session = await readSession(sql, subject, id)
  if (!session) return undefined
  const messages = await readMessages(sql, subject, { id })
  return {
    session,
    messages: messages.map(({ body }) => JSON.parse(body) as object),
    intents: await readIntents(sql, subject, id),
    files: await readFiles(sql, [subject, id]),
  }
}
