import {
  fold,
  sha256,
  type SessionOperations,
  type WireIntent,
  type WireMessage,
  type WireSession,
} from '@ambit/protocol'
import { parseJson } from '../parse-body.ts'
import { mapInTurns, turns } from '../turns.ts'
import { type CheckedLimits, fitting } from './session-limits.ts'
import type { SessionTransaction, SqlValue } from './store.ts'

type Gets<Name extends keyof SessionOperations> = SessionOperations[Name]['gets']
type Answers<Name extends keyof SessionOperations> = SessionOperations[Name]['answers']
type Sql = SessionTransaction['sql']
type AnswerLimits = CheckedLimits['answer']

/** A session in the order of the list. */
export interface ListedSession {
  readonly id: string
  readonly at: number
  readonly title: string
  readonly size: number
}

/**
 * Reads what the next sessions of a list are ordered by, without those that are empty.
 *
 * @param title The expression for the title, which a list without a query does not need.
 */
export function readPlaces(
  sql: Sql,
  subject: string,
  { before, beforeId }: Gets<'list'>,
  limit: number,
  title: 'title' | "''" = "''",
): Promise<ListedSession[]> {
  const values: SqlValue[] = [subject, limit]
  const value = (added: SqlValue): string => `$${values.push(added)}`
  let place = ''
  if (before !== undefined) {
    const at = value(before)
    const same = beforeId === undefined ? '' : `or (updated_at = ${at} and id > ${value(beforeId)})`
    place = `and (updated_at < ${at} ${same})`
  }
  return sql<ListedSession>(
    `select id, updated_at as at, ${title} as title, octet_length(body) as size from ambit_sessions
     where subject = $1 and is_gone = 0
       and (is_empty = 0 or exists (
         select 1 from ambit_intents where subject = $1 and session_id = ambit_sessions.id))
       ${place}
     order by updated_at desc, id limit $2`,
    values,
  )
}

/** Lists one page of the sessions of a subject. */
export async function listSessions(
  sql: Sql,
  subject: string,
  gets: Gets<'list'>,
  limits: AnswerLimits,
): Promise<Answers<'list'>> {
  const { limit } = gets
  const places = await readPlaces(sql, subject, gets, Math.min(limit ?? Infinity, limits.rows + 1))
  const page = fitting(places, limits)
  const last = page.at(-1)
  if (!last) return { rows: [] }
  const ids = page.map((_one, nth) => `$${nth + 2}`).join()
  const bodies = await sql<{ id: string; body: string }>(
    `select id, body from ambit_sessions where subject = $1 and id in (${ids})`,
    [subject, ...page.map(({ id }) => id)],
  )
  const byId = new Map(bodies.map(({ id, body }) => [id, body]))
  const rows = (await mapInTurns(page, ({ id }) => parseSession(byId.get(id)) ?? [])).flat()
  // Others take the places of those that cannot be read.
  if (page.length === places.length && rows.length === page.length) return { rows }
  return { rows, more: after(last, limit, rows.length) }
}

/** Returns a stored session, or undefined for a row that no version of this package writes. */
function parseSession(body = ''): WireSession | undefined {
  const row = parseJson(body) as Partial<WireSession> | null | undefined
  const { id, title = '', createdAt, updatedAt, epoch, next, head = null } = row ?? {}
  const isRight =
    [id, title, head ?? ''].every((text) => typeof text === 'string') &&
    [createdAt, updatedAt, epoch].every(Number.isFinite) &&
    Number.isInteger(next)
  return isRight ? (row as WireSession) : undefined
}

/** Returns the place after a session of a list. */
export const after = (
  { id, at }: ListedSession,
  limit: number | undefined,
  listed: number,
): NonNullable<Answers<'list'>['more']> => ({
  before: at,
  beforeId: id,
  limit: limit === undefined ? undefined : limit - listed,
})

export async function readSession(
  sql: Sql,
  subject: string,
  id: string,
): Promise<WireSession | null> {
  const [stored] = await sql<{ body: string }>(
    'select body from ambit_sessions where subject = $1 and id = $2 and is_gone = 0',
    [subject, id],
  )
  return parseSession(stored?.body) ?? null
}

/** The condition for a part of a session that was not deleted. */
const isThere = `exists (
  select 1 from ambit_sessions where subject = $1 and id = $2 and is_gone = 0)`

/** Reads one page of messages: the oldest of them, or the newest with `last`. */
export async function readMessages(
  sql: Sql,
  subject: string,
  { id, from = 0, last, before }: Gets<'messages'>,
  limits: AnswerLimits,
): Promise<Answers<'messages'>> {
  const sizes = await sql<{ seq: number; size: number }>(
    `select seq, octet_length(body) as size from ambit_messages
     where subject = $1 and session_id = $2 and seq >= $3 and seq < $4 and ${isThere}
     order by seq ${last === undefined ? '' : 'desc'} limit $5`,
    [
      subject,
      id,
      toSeq(from),
      toSeq(before ?? Infinity),
      Math.min(last ?? Infinity, limits.rows + 1),
    ],
  )
  const page = fitting(sizes, limits)
  const [first, end] = [page[0], page.at(-1)]
  if (!first || !end) return { rows: [] }
  const rows = await sql<{ seq: number; body: string }>(
    `select seq, body from ambit_messages
     where subject = $1 and session_id = $2 and seq between $3 and $4 order by seq`,
    [subject, id, Math.min(first.seq, end.seq), Math.max(first.seq, end.seq)],
  )
  if (page.length === sizes.length) return { rows }
  const more =
    last === undefined ? { from: end.seq + 1 } : { before: end.seq, last: last - page.length }
  return { rows, more }
}

/** Returns a number that a column has a place for. */
const toSeq = (number: number): number => Math.min(Math.max(number, 0), 2 ** 31 - 1)

/** The record of a call in the table. */
interface StoredIntent {
  readonly call: string
  readonly attempt: number
  readonly body: string
}

/**
 * Reads one page of the calls that were started and have no answer.
 *
 * @param restore Returns what stands in place of a record that cannot be read. By default it is one
 * of a call that was started, because a call that counts as new would run twice.
 */
export async function readIntents(
  sql: Sql,
  subject: string,
  { id, after: place = '' }: Gets<'intents'>,
  limits: AnswerLimits,
  restore: (stored: StoredIntent) => Promise<WireIntent | undefined> = (stored) =>
    restoreIntent(sql, subject, id, stored, limits),
): Promise<Answers<'intents'>> {
  const values = [subject, id, place]
  const where = `where subject = $1 and session_id = $2 and is_open = 1 and call_hash > $3`
  const sizes = await sql<{ call: string; size: number }>(
    `select call_hash as call, octet_length(body) as size from ambit_intents
     ${where} and ${isThere} order by call_hash limit $4`,
    [...values, limits.rows + 1],
  )
  const page = fitting(sizes, limits)
  const last = page.at(-1)
  if (!last) return { rows: [] }
  const all = await sql<StoredIntent>(
    `select call_hash as call, attempt, body from ambit_intents
     ${where} and call_hash <= $4 order by call_hash`,
    [...values, last.call],
  )
  const read = async (stored: StoredIntent) =>
    parseIntent(stored.body) ?? (await restore(stored)) ?? []
  const rows = (await mapInTurns(all, read)).flat()
  return page.length === sizes.length ? { rows } : { rows, more: { after: last.call } }
}

/** Returns the record of a call, or undefined for one that no version of this package writes. */
function parseIntent(body: string): WireIntent | undefined {
  const intent = parseJson(body) as WireIntent | null | undefined
  return typeof intent?.call?.id === 'string' ? intent : undefined
}

/**
 * Returns what is known of a call whose record cannot be read: its id, from the message
 * that asks for it. Without one nothing can start it again, and the hash stands for the id.
 */
async function restoreIntent(
  sql: Sql,
  subject: string,
  id: string,
  { call: hash, attempt }: StoredIntent,
  limits: AnswerLimits,
): Promise<WireIntent> {
  let found: string | undefined
  let more: Answers<'messages'>['more'] = { last: Infinity }
  while (more && found === undefined) {
    const page: Answers<'messages'> = await readMessages(sql, subject, { ...more, id }, limits)
    await mapInTurns(page.rows, async ({ body }) => (found ??= await findCall(body, hash)))
    more = page.more
  }
  return { call: { id: found ?? hash }, attempt }
}

/** Returns the id of the call with a hash, if a message asks for it. */
async function findCall(body: string, hash: string): Promise<string | undefined> {
  const { calls } = Object(parseJson(body)) as { calls?: unknown }
  for (const call of Array.isArray(calls) ? (calls as unknown[]) : []) {
    const id = String((Object(call) as Partial<WireIntent['call']>).id)
    if ((await sha256(id)) === hash) return id
  }
  return undefined
}

/** Returns what the user, the model or a tool said in a message. */
export function saidIn(message: unknown): string {
  const { content } = Object(message) as Partial<WireMessage>
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return (content as readonly { type?: unknown; text?: unknown }[])
    .map((part) => (part?.type === 'text' && typeof part.text === 'string' ? part.text : ''))
    .join('\n')
}

/** The characters that are folded at once. */
const pieceLength = 16_384

/** Folds a text of any length as `toSearched` does, and lets others have their turn meanwhile. */
export async function toSearchedInTurns(
  text: string,
  turn: () => Promise<void> = turns(),
): Promise<string> {
  const pieces: string[] = []
  for (let at = 0; at < text.length; at += pieceLength) {
    await turn()
    const piece = text.slice(at, at + pieceLength)
    const folded = fold(piece)
    // Some characters decompose to eighteen.
    pieces.push(withoutZero(folded.length > 4 * piece.length ? piece : folded))
  }
  await turn()
  return pieces.join('').toWellFormed()
}

/** Returns a short text as it is searched. */
export const toSearched = (text: string): string => withoutZero(fold(text)).toWellFormed()

/** PostgreSQL keeps no zero character, and no lone surrogate. */
const withoutZero = (text: string): string => text.replaceAll('\0', '')
