import type { Intent, SessionRow } from 'ambit/storage'
import type { Operations } from '../protocol.ts'
import type { Sql } from './database.ts'

type Gets<Name extends keyof Operations> = Operations[Name]['gets']

/**
 * Lists the sessions of a user that are not empty: one page of them, or those in which every word
 * is found.
 */
export async function listSessions(
  sql: Sql,
  user: string,
  { before, beforeId, limit, query = '' }: Gets<'list'>,
): Promise<SessionRow[]> {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const rows = await sql<{ row: string }>(
    `select row from sessions
     where user_id = $1
       and (not is_empty or exists (
         select from intents where intents.user_id = $1 and session_id = sessions.id))
       and ($2::float8 is null or updated_at < $2 or (updated_at = $2 and id > $3::text))
       and not exists (
         select from unnest($4::text[]) word
         where strpos(title, word) = 0 and not exists (
           select from messages
           where messages.user_id = $1 and session_id = sessions.id and strpos(said, word) > 0))
     order by updated_at desc, id
     limit $5::int`,
    [user, before ?? null, beforeId ?? null, words, limit ?? null],
  )
  return rows.map(({ row }) => JSON.parse(row) as SessionRow)
}

export async function readSession(
  sql: Sql,
  user: string,
  { id }: Gets<'read'>,
): Promise<SessionRow | null> {
  const [stored] = await sql<{ row: string }>(
    'select row from sessions where user_id = $1 and id = $2',
    [user, id],
  )
  return stored ? (JSON.parse(stored.row) as SessionRow) : null
}

export async function readMessages(
  sql: Sql,
  user: string,
  { id, from, last, before }: Gets<'messages'>,
): Promise<Operations['messages']['answers']> {
  const rows = await sql<{ seq: number; body: string }>(
    `select seq, body from messages
     where user_id = $1 and session_id = $2
       and ($3::int is null or seq >= $3) and ($4::int is null or seq < $4)
     order by seq desc
     limit $5::int`,
    [user, id, from ?? null, before ?? null, last ?? null],
  )
  return rows.reverse()
}

/** Reads the newest attempt at each call that has no answer. */
export async function readIntents(
  sql: Sql,
  user: string,
  { id }: Gets<'intents'>,
): Promise<Intent[]> {
  const rows = await sql<{ body: string }>(
    `select distinct on (call_id) body from intents
     where user_id = $1 and session_id = $2 and is_open
     order by call_id, attempt desc`,
    [user, id],
  )
  return rows.map(({ body }) => JSON.parse(body) as Intent)
}
