import {
  type AnswerPage,
  type Duration,
  type SessionOperations,
  toBase64,
  toMilliseconds,
  type WireSession,
} from '@ambit/protocol'
import { parseJson } from '../parse-body.ts'
import { mapInTurns } from '../turns.ts'
import { deleteSessions, goneEvents } from './delete-session.ts'
import { bytesOf, readFile, sweepFiles } from './files.ts'
import { readIntents, readMessages, readSession } from './read-sessions.ts'
import { toLimits } from './session-limits.ts'
import { isStore, type SessionStore } from './store.ts'

/** A session with what is stored of it, or with the next part of that. */
export interface ExportedSession {
  readonly session: object
  readonly messages: readonly object[]
  /** The calls that were started and have no answer. */
  readonly intents: readonly object[]
  /** The files, in base64, by their SHA-256, without what a bucket has lost or damaged. */
  readonly files: Readonly<Record<string, string>>
}

/** The most sessions that are read at once. */
const mostSessions = 500

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
  const now = await store.transaction(undefined, async (begun) => begun.now)
  const values = [now - ageMs, now]
  let count = 0
  for (;;) {
    // What nobody has deleted to the end goes, too.
    const rows = await store.transaction(undefined, ({ sql }) =>
      sql<{ subject: string; id: string }>(
        `select subject, id from ambit_sessions
         where is_gone = 1 or (stored_at <= $1 and (claim is null or lease_until <= $2))
         limit ${mostSessions}`,
        values,
      ),
    )
    const unless = 'stored_at > $3 or (claim is not null and lease_until > $4)'
    for (const subject of new Set(rows.map((row) => row.subject))) {
      const ids = rows.filter((row) => row.subject === subject).map(({ id }) => id)
      count += await deleteAll(store, subject, ids, { unless, values })
    }
    if (rows.length < mostSessions) break
  }
  await sweepFiles(store)
  return count
}

const deleteAll = (
  store: SessionStore,
  subject: string,
  ids: readonly string[],
  condition?: Parameters<typeof deleteSessions>[4],
): Promise<number> =>
  deleteSessions(
    (work) => store.transaction(subject, work),
    subject,
    ids,
    (send, id, claim) => goneEvents(subject, id, claim).forEach(send),
    condition,
  )

/**
 * Deletes everything that is stored of a subject. Pages that run one of the sessions stop. If it
 * rejects, some sessions may be left, and the next call deletes them.
 *
 * @returns The number of deleted sessions.
 * @throws TypeError for an empty subject.
 * @throws Error if a bucket still has files of deleted sessions. The next call tries again.
 */
export async function deleteSubject(store: SessionStore, subject: string): Promise<number> {
  checkStore('deleteSubject', store)
  checkSubject('deleteSubject', subject)
  let count = 0
  for (;;) {
    const ids = await readIds(store, subject)
    count += await deleteAll(store, subject, ids)
    if (ids.length === 0) break
  }
  await sweepFiles(store)
  return count
}

/** Reads the ids of the next sessions of a subject. */
async function readIds(store: SessionStore, subject: string, after = ''): Promise<string[]> {
  const rows = await store.transaction(subject, ({ sql }) =>
    sql<{ id: string }>(
      `select id from ambit_sessions where subject = $1 and id > $2
       order by id limit ${mostSessions}`,
      [subject, after],
    ),
  )
  return rows.map(({ id }) => id)
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
 * Reads everything that is stored of a subject, one session after the other. A session of more than
 * 4 MiB comes in several parts, each with its `session`, and with other messages, calls and files.
 *
 * @throws TypeError for an empty subject.
 */
export async function* exportSubject(
  store: SessionStore,
  subject: string,
): AsyncGenerator<ExportedSession> {
  checkStore('exportSubject', store)
  checkSubject('exportSubject', subject)
  for (let ids = await readIds(store, subject); ids.length > 0;) {
    for (const id of ids) {
      const session = await store.transaction(subject, ({ sql }) => readSession(sql, subject, id))
      if (session) yield* exportSession(store, subject, id, session)
    }
    ids = await readIds(store, subject, ids.at(-1))
  }
}

async function* exportSession(
  store: SessionStore,
  subject: string,
  id: string,
  session: WireSession,
): AsyncGenerator<ExportedSession> {
  const begin = () => ({
    session,
    messages: [] as object[],
    intents: [] as object[],
    files: {} as ExportedSession['files'],
  })
  let part = begin()
  let length = 0
  for await (const { bytes, messages = [], intents = [], files } of piecesOf(store, subject, id)) {
    if (length > 0 && length + bytes > limits.bytes) {
      yield part
      part = begin()
      length = 0
    }
    length += bytes
    part.messages.push(...messages)
    part.intents.push(...intents)
    part.files = { ...part.files, ...files }
  }
  yield part
}

const { answer: limits } = toLimits()

/** Some of what is stored of a session, and about how long it is. */
interface Piece extends Partial<ExportedSession> {
  readonly bytes: number
}

async function* piecesOf(store: SessionStore, subject: string, id: string): AsyncGenerator<Piece> {
  const messages = pagesOf((more: SessionOperations['messages']['answers']['more']) =>
    store.transaction(subject, ({ sql }) => readMessages(sql, subject, { ...more, id }, limits)),
  )
  for await (const rows of messages) {
    const bytes = rows.reduce((sum, { body }) => sum + body.length, 0)
    yield {
      bytes,
      messages: (await mapInTurns(rows, ({ body }) => (parseJson(body) as object) ?? [])).flat(),
    }
  }
  const intents = pagesOf((more: SessionOperations['intents']['answers']['more']) =>
    store.transaction(subject, ({ sql }) =>
      readIntents(sql, subject, { ...more, id }, limits, async () => undefined),
    ),
  )
  for await (const rows of intents) {
    const lengths = await mapInTurns(rows, (row) => JSON.stringify(row).length)
    yield { bytes: lengths.reduce((sum, length) => sum + length, 0), intents: rows }
  }
  for (let hash = ''; ;) {
    const after = { subject, id, hash }
    const file = await store.transaction(subject, ({ sql }) => readFile(sql, after, '>'))
    if (!file) return
    hash = file.hash
    const bytes = await bytesOf(store, file)
    if (bytes) yield { bytes: bytes.length, files: { [hash]: toBase64(bytes) } }
  }
}

/** Reads the pages of an answer, one after another. */
async function* pagesOf<Row, More>(
  read: (more: More | undefined) => Promise<AnswerPage<Row, More>>,
): AsyncGenerator<readonly Row[]> {
  let more: More | undefined
  do {
    const page = await read(more)
    yield page.rows
    more = page.more
  } while (more)
}
