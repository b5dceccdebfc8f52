import {
  sha256,
  type SessionRefusal,
  type WireIntent,
  type WireMessage,
  type WireSession,
  type WireWrite,
} from '@ambit/protocol'
import { turns } from '../turns.ts'
import { checkBounds } from '../parse-body.ts'
import { readSession, saidIn, toSearched, toSearchedInTurns } from './read-sessions.ts'
import { checkLimit, type CheckedLimits } from './session-limits.ts'
import type { SessionTransaction, SqlValue } from './store.ts'

/** The refusal of an operation, which stores nothing. */
export class RefusedError extends Error {
  readonly refusal: SessionRefusal

  constructor(refusal: SessionRefusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

type Sql = SessionTransaction['sql']

/** A session in the table, locked for this transaction. */
export interface LockedSession {
  readonly row: WireSession
  readonly claim: string | null
  readonly leaseUntil: number | null
  readonly lastWrite: string | null
  readonly lastUpdate: string | null
  readonly lastUpdated: number | null
  /** The bytes of all its parts. */
  readonly size: number
}

/**
 * Locks a session. Other transactions that lock it wait until this one has ended. Refuses one whose
 * row cannot be read.
 */
export async function lockSession(
  { sql, now }: SessionTransaction,
  subject: string,
  id: string,
): Promise<LockedSession | undefined> {
  const [stored] = await sql<Omit<LockedSession, 'row'>>(
    `update ambit_sessions set stored_at = $3 where subject = $1 and id = $2 and is_gone = 0
     returning size, claim, lease_until as "leaseUntil", last_write as "lastWrite",
       last_update as "lastUpdate", last_updated as "lastUpdated"`,
    [subject, id, now],
  )
  if (!stored) return undefined
  // SQLite would copy a long body several times to return it from the statement above.
  const turn = turns()
  const row = await readSession(sql, subject, id)
  await turn()
  if (row) return { ...stored, row }
  throw new RefusedError({
    kind: 'unavailable',
    message:
      'The server cannot read what it has stored of this conversation, so nothing is stored in it. Begin another one.',
  })
}

/** Stores the row of a session that exists. */
export async function putRow(
  sql: Sql,
  subject: string,
  row: WireSession,
  limits: CheckedLimits,
): Promise<void> {
  const body = JSON.stringify(row)
  checkLimit('answer.bytes', body.length, limits.answer.bytes)
  // It grows with each write, and is read as a whole.
  checkBounds(body, Infinity, limits.answer.bytes)
  const { waiting } = row
  if (Array.isArray(waiting)) checkLimit('waiting', waiting.length, limits.waiting)
  await sql(
    `update ambit_sessions set body = $3, title = $4, updated_at = $5, is_empty = $6,
       size = size - octet_length(body) + octet_length(cast($3 as text))
     where subject = $1 and id = $2`,
    [subject, row.id, body, toSearched(row.title ?? ''), row.updatedAt, isEmpty(row) ? 1 : 0],
  )
}

/**
 * Refuses what has made a session larger, if its user has no space left. The transaction then
 * undoes it.
 *
 * @param before The size of the session before. Below 0 for a new one.
 */
export async function checkStored(
  sql: Sql,
  subject: string,
  id: string,
  before: number,
  { stored }: CheckedLimits,
): Promise<void> {
  const [now] = await sql<{ size: number }>(
    'select size from ambit_sessions where subject = $1 and id = $2',
    [subject, id],
  )
  if (!now || now.size <= before) return
  const [all] = await sql<{ bytes: number; sessions: number }>(
    `select sum(size) as bytes, cast(count(*) as double precision) as sessions
     from ambit_sessions where subject = $1`,
    [subject],
  )
  const isFull = all && all.bytes > stored.bytes
  const isOneMore = all && before < 0 && all.sessions > stored.sessions
  if (!isFull && !isOneMore) return
  throw new RefusedError({
    kind: 'quota',
    message: `Your conversations fill the space that the server has for you: ${
      isFull
        ? `${stored.bytes} bytes, \`limits.stored.bytes\``
        : `${stored.sessions}, \`limits.stored.sessions\``
    }. Delete some of them.`,
  })
}

/** Whether there is nothing in a session, as its pages tell it. */
export const isEmpty = ({ next, run, title, waiting }: WireSession): boolean =>
  next === 0 && !run && title === undefined && waiting === undefined

/** The most characters of a write that are folded before it is stored. */
const mostFolded = 256 * 1024

/**
 * Returns what was said in each message, as it is searched. Null for what is too long: it would
 * take as much time to store, and is folded when it is searched.
 */
export async function saidOf(messages: readonly WireMessage[]): Promise<(string | null)[]> {
  const said: (string | null)[] = []
  const turn = turns()
  let left = mostFolded
  for (const message of messages) {
    const text = saidIn(message)
    const isShort = text.length <= left
    if (isShort) left -= text.length
    said.push(isShort ? await toSearchedInTurns(text, turn) : null)
  }
  return said
}

/** A write, with what was said in each of its messages. */
type FoldedWrite = WireWrite & { readonly said: readonly (string | null)[] }

/** Stores a write, or nothing. The same write again stores nothing more. */
export async function writeSession(
  { sql }: SessionTransaction,
  subject: string,
  stored: LockedSession,
  write: FoldedWrite,
  limits: CheckedLimits,
): Promise<WireSession> {
  const { row, lastWrite } = stored
  if (write.id === lastWrite) return row
  if ((write.next ?? row.next) !== row.next) {
    throw new RefusedError({
      kind: 'lost',
      message: 'Other messages were stored meanwhile, so nothing was stored.',
    })
  }
  const { intents = [] } = write
  const changed = changeSession(row, write)
  await addIntents(sql, subject, row.id, intents)
  await addMessages(sql, subject, row, write)
  await putRow(sql, subject, changed, limits)
  await sql('update ambit_sessions set last_write = $3 where subject = $1 and id = $2', [
    subject,
    row.id,
    write.id,
  ])
  await checkStored(sql, subject, row.id, stored.size, limits)
  return changed
}

/** Returns the session as it is after a write. What the server counts, no page can set. */
function changeSession(
  row: WireSession,
  { at, messages = [], session = {} }: WireWrite,
): WireSession {
  const { id, createdAt, epoch } = row
  const updatedAt = Math.max(at, row.updatedAt)
  const next = row.next + messages.length
  const changed: WireSession = { ...row, ...session, id, createdAt, epoch, updatedAt, next }
  const { run, waiting, ...rest } = changed
  return {
    ...rest,
    ...(run ? { run } : {}),
    ...(Array.isArray(waiting) && waiting.length > 0 && { waiting: waiting as unknown }),
  }
}

async function addIntents(
  sql: Sql,
  subject: string,
  id: string,
  intents: readonly WireIntent[],
): Promise<void> {
  let bytes = 0
  for (const intent of intents) {
    const body = JSON.stringify(intent)
    const [stored] = await sql<{ size: number }>(
      `insert into ambit_intents (subject, session_id, call_hash, attempt, body, is_open)
       values ($1, $2, $3, $4, $5, 1)
       on conflict (subject, session_id, call_hash) do update
       set attempt = excluded.attempt, body = excluded.body, is_open = 1
       where ambit_intents.attempt < excluded.attempt returning octet_length(body) as size`,
      [subject, id, await sha256(intent.call.id), intent.attempt, body],
    )
    if (!stored) {
      throw new RefusedError({
        kind: 'duplicate',
        message: 'This attempt at the call was started before.',
      })
    }
    bytes += stored.size
  }
  if (bytes > 0) await grow(sql, subject, id, bytes)
}

/** Adds to the size of a session. */
export const grow = (sql: Sql, subject: string, id: string, bytes: number): Promise<unknown> =>
  sql('update ambit_sessions set size = size + $3 where subject = $1 and id = $2', [
    subject,
    id,
    bytes,
  ])

/** The most rows of one statement. */
const mostRows = 100

async function addMessages(
  sql: Sql,
  subject: string,
  { id, next }: WireSession,
  { messages = [], said }: FoldedWrite,
): Promise<void> {
  let bytes = 0
  for (let from = 0; from < messages.length; from += mostRows) {
    const values: SqlValue[] = [subject, id]
    const rows = messages.slice(from, from + mostRows).map((message, nth) => {
      const at = from + nth
      const body = JSON.stringify(message)
      const end = values.push(next + at, body, said[at] ?? null)
      return `($1, $2, $${end - 2}, $${end - 1}, $${end})`
    })
    const stored = await sql<{ size: number }>(
      `insert into ambit_messages (subject, session_id, seq, body, said) values ${rows.join(', ')}
       returning octet_length(body) as size`,
      values,
    )
    for (const { size } of stored) bytes += size
  }
  if (bytes > 0) await grow(sql, subject, id, bytes)
  const answered = messages.flatMap(({ role, id: call }) => (role === 'tool' ? [call] : []))
  for (let from = 0; from < answered.length; from += mostRows) {
    const calls = await Promise.all(
      answered.slice(from, from + mostRows).map((call) => sha256(call)),
    )
    await sql(
      `update ambit_intents set is_open = 0 where subject = $1 and session_id = $2
         and is_open = 1 and call_hash in (${calls.map((_call, nth) => `$${nth + 3}`).join()})`,
      [subject, id, ...calls],
    )
  }
}
