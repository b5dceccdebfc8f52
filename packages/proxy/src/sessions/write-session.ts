import {
  sha256,
  type SessionRefusal,
  type WireIntent,
  type WireMessage,
  type WireSession,
  type WireWrite,
} from '@ambit/protocol'
import { readIntents, saidIn, toSearched } from './read-sessions.ts'
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
}

/** Locks a session. Other transactions that lock it wait until this one has ended. */
export async function lockSession(
  { sql, now }: SessionTransaction,
  subject: string,
  id: string,
): Promise<LockedSession | undefined> {
  const [stored] = await sql<Omit<LockedSession, 'row'> & { body: string }>(
    `update ambit_sessions set stored_at = $3 where subject = $1 and id = $2
     returning body, claim, lease_until as "leaseUntil", last_write as "lastWrite",
       last_update as "lastUpdate", last_updated as "lastUpdated"`,
    [subject, id, now],
  )
  return stored && { ...stored, row: JSON.parse(stored.body) as WireSession }
}

/** Stores the row of a session that exists. */
export async function putRow(sql: Sql, subject: string, row: WireSession): Promise<void> {
  await sql(
    `update ambit_sessions set body = $3, title = $4, updated_at = $5, is_empty = $6
     where subject = $1 and id = $2`,
    [
      subject,
      row.id,
      JSON.stringify(row),
      toSearched(row.title ?? ''),
      row.updatedAt,
      isEmpty(row) ? 1 : 0,
    ],
  )
}

/** Whether there is nothing in a session, as its pages tell it. */
export const isEmpty = ({ next, run, title, waiting }: WireSession): boolean =>
  next === 0 && !run && title === undefined && waiting === undefined

/** Stores a write, or nothing. The same write again stores nothing more. */
export async function writeSession(
  { sql, now }: SessionTransaction,
  subject: string,
  { row, lastWrite }: LockedSession,
  write: WireWrite,
): Promise<WireSession> {
  if (write.id === lastWrite) return row
  if ((write.next ?? row.next) !== row.next) {
    throw new RefusedError({
      kind: 'lost',
      message: 'Other messages were stored meanwhile, so nothing was stored.',
    })
  }
  const { messages = [], intents = [] } = write
  // The clock of a device may be ahead. The lists of all devices follow the server's.
  const changed = changeSession(row, { ...write, at: Math.min(write.at, now) })
  await addIntents(sql, subject, row.id, intents)
  await addMessages(sql, subject, row, messages)
  await putRow(sql, subject, changed)
  await sql('update ambit_sessions set last_write = $3 where subject = $1 and id = $2', [
    subject,
    row.id,
    write.id,
  ])
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
  for (const intent of intents) {
    const call = await sha256(intent.call.id)
    const [known] = await sql<{ attempt: number | null }>(
      `select max(attempt) as attempt from ambit_intents
       where subject = $1 and session_id = $2 and call_hash = $3`,
      [subject, id, call],
    )
    if ((known?.attempt ?? 0) >= intent.attempt) {
      throw new RefusedError({
        kind: 'duplicate',
        message: 'This attempt at the call was started before.',
      })
    }
    await sql('insert into ambit_intents values ($1, $2, $3, $4, $5, 1)', [
      subject,
      id,
      call,
      intent.attempt,
      JSON.stringify(intent),
    ])
  }
}

/** The most messages of one statement. */
const mostRows = 100

async function addMessages(
  sql: Sql,
  subject: string,
  { id, next }: WireSession,
  messages: readonly WireMessage[],
): Promise<void> {
  for (let from = 0; from < messages.length; from += mostRows) {
    const values: SqlValue[] = [subject, id]
    const rows = messages.slice(from, from + mostRows).map((message, nth) => {
      const end = values.push(
        next + from + nth,
        JSON.stringify(message),
        toSearched(saidIn(message)),
      )
      return `($1, $2, $${end - 2}, $${end - 1}, $${end})`
    })
    await sql(
      `insert into ambit_messages (subject, session_id, seq, body, said) values ${rows.join(', ')}`,
      values,
    )
  }
  if (messages.every(({ role }) => role !== 'tool')) return
  const open = await readIntents(sql, subject, id)
  const answered = new Set(messages.flatMap(({ role, id }) => (role === 'tool' ? [id] : [])))
  for (const { call } of open) {
    if (!answered.has(call.id)) continue
    await sql(
      `update ambit_intents set is_open = 0
       where subject = $1 and session_id = $2 and call_hash = $3`,
      [subject, id, await sha256(call.id)],
    )
  }
}
