import type { Message } from 'ambit'
import {
  changeSession,
  type Intent,
  isEmptySession,
  type SessionRow,
  type SessionWrite,
  storageError,
} from 'ambit/storage'
import type { Sql } from './database.ts'

/** A session in the table, locked for this transaction. */
export interface LockedSession {
  readonly row: SessionRow
  readonly claim: string | null
  readonly leaseUntil: number | null
  readonly lastWrite: string | null
  readonly lastUpdate: string | null
  readonly lastUpdated: boolean | null
}

/** Locks a session. Other transactions that lock it wait until this one has ended. */
export async function lockSession(
  sql: Sql,
  user: string,
  id: string,
): Promise<LockedSession | undefined> {
  const [stored] = await sql<Omit<LockedSession, 'row'> & { row: string }>(
    `select row, claim, lease_until "leaseUntil", last_write "lastWrite",
       last_update "lastUpdate", last_updated "lastUpdated"
     from sessions where user_id = $1 and id = $2 for update`,
    [user, id],
  )
  return stored && { ...stored, row: JSON.parse(stored.row) as SessionRow }
}

/** Stores the row of a session that exists. */
export async function putRow(sql: Sql, user: string, row: SessionRow): Promise<void> {
  await sql(
    `update sessions set row = $3, title = $4, updated_at = $5, is_empty = $6
     where user_id = $1 and id = $2`,
    [
      user,
      row.id,
      JSON.stringify(row),
      toSearched(row.title ?? ''),
      row.updatedAt,
      isEmptySession(row, []),
    ],
  )
}

/** Stores a write, or nothing. The same write again stores nothing more. */
export async function writeSession(
  sql: Sql,
  user: string,
  { row, lastWrite }: LockedSession,
  write: SessionWrite,
): Promise<SessionRow> {
  if (write.id !== undefined && write.id === lastWrite) return row
  if ((write.next ?? row.next) !== row.next) {
    throw storageError('lost', 'Other messages were stored meanwhile, so nothing was stored.')
  }
  const { messages = [], intents = [] } = write
  const changed = changeSession(row, write)
  await addIntents(sql, user, row.id, intents)
  await addMessages(sql, user, row, messages)
  await putRow(sql, user, changed)
  await sql('update sessions set last_write = $3 where user_id = $1 and id = $2', [
    user,
    row.id,
    write.id ?? null,
  ])
  return changed
}

async function addIntents(
  sql: Sql,
  user: string,
  id: string,
  intents: readonly Intent[],
): Promise<void> {
  if (intents.length === 0) return
  const calls = intents.map(({ call }) => call.id)
  const known = await sql<{ call: string; attempt: number }>(
    `select call_id call, max(attempt) attempt from intents
     where user_id = $1 and session_id = $2 and call_id = any($3::text[]) group by call_id`,
    [user, id, calls],
  )
  const attempts = new Map(known.map(({ call, attempt }) => [call, attempt]))
  for (const { call, attempt } of intents) {
    if ((attempts.get(call.id) ?? 0) >= attempt) {
      throw storageError('duplicate', 'This attempt at the call was started before.')
    }
    attempts.set(call.id, attempt)
  }
  await sql(
    `insert into intents (user_id, session_id, call_id, attempt, body)
     select $1, $2, * from unnest($3::text[], $4::int[], $5::text[])`,
    [
      user,
      id,
      calls,
      intents.map(({ attempt }) => attempt),
      intents.map((it) => JSON.stringify(it)),
    ],
  )
}

async function addMessages(
  sql: Sql,
  user: string,
  { id, next }: SessionRow,
  messages: readonly Message[],
): Promise<void> {
  if (messages.length === 0) return
  await sql(
    `insert into messages (user_id, session_id, seq, body, said)
     select $1, $2, * from unnest($3::int[], $4::text[], $5::text[])`,
    [
      user,
      id,
      messages.map((_, nth) => next + nth),
      messages.map((message) => JSON.stringify(message)),
      messages.map((message) => toSearched(saidIn(message))),
    ],
  )
  await sql(
    `update intents set is_open = false
     where user_id = $1 and session_id = $2 and call_id = any($3::text[])`,
    [user, id, messages.flatMap((message) => (message.role === 'tool' ? [message.id] : []))],
  )
}

/** Returns what the person, the model or a tool said in a message. */
function saidIn({ content }: Message): string {
  if (typeof content === 'string') return content
  return (content ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('\n')
}

/** Returns a text as it is searched. PostgreSQL keeps no zero character and no lone surrogate. */
const toSearched = (text: string): string => text.toLowerCase().replaceAll('\0', '').toWellFormed()
