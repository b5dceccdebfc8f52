import type { SessionOperations, WireIntent, WireMessage, WireSession } from '@ambit/protocol'
import { invalid } from '../shape.ts'
import { maxWords } from './shapes.ts'
import type { SessionTransaction, SqlValue } from './store.ts'

type Gets<Name extends keyof SessionOperations> = SessionOperations[Name]['gets']
type Sql = SessionTransaction['sql']

/** The lengths of an excerpt, and of its part before the word. */
const excerptLength = 158
const leadLength = 40

/**
 * Lists the sessions of a subject that are not empty: one page of them, or those in which every
 * word is found.
 */
export async function listSessions(
  sql: Sql,
  subject: string,
  { before, beforeId, limit, query = '' }: Gets<'list'>,
): Promise<SessionOperations['list']['answers']> {
  const values: SqlValue[] = [subject]
  const value = (added: SqlValue): string => `$${values.push(added)}`
  const words = toSearched(query).split(/\s+/).filter(Boolean)
  if (words.length > maxWords) throw invalid('query', `at most ${maxWords} words`)
  const conditions = words.map((word) => {
    const pattern = value(toPattern(word))
    return `and (title like ${pattern} escape '\\' or exists (
      select 1 from ambit_messages where subject = $1 and session_id = ambit_sessions.id
        and said like ${pattern} escape '\\'))`
  })
  if (before !== undefined) {
    const at = value(before)
    const same = beforeId === undefined ? '' : `or (updated_at = ${at} and id > ${value(beforeId)})`
    conditions.push(`and (updated_at < ${at} ${same})`)
  }
  const rows = await sql<{ body: string; title: string }>(
    `select body, title from ambit_sessions
     where subject = $1
       and (is_empty = 0 or exists (
         select 1 from ambit_intents where subject = $1 and session_id = ambit_sessions.id))
       ${conditions.join('\n')}
     order by updated_at desc, id
     ${limit === undefined ? '' : `limit ${value(limit)}`}`,
    values,
  )
  const found: (WireSession & { match?: { text: string } })[] = []
  for (const { body, title } of rows) {
    const row = JSON.parse(body) as WireSession
    const word = words.find((each) => !title.includes(each))
    const text = word === undefined ? undefined : await excerptOf(sql, subject, row.id, word)
    found.push({ ...row, ...(text !== undefined && { match: { text } }) })
  }
  return found
}

/** Returns the text around the first place of a word in a session. */
async function excerptOf(
  sql: Sql,
  subject: string,
  id: string,
  word: string,
): Promise<string | undefined> {
  const [first] = await sql<{ body: string }>(
    `select body from ambit_messages
     where subject = $1 and session_id = $2 and said like $3 escape '\\' order by seq limit 1`,
    [subject, id, toPattern(word)],
  )
  if (!first) return undefined
  const said = saidIn(JSON.parse(first.body) as WireMessage)
  const at = Math.max(0, toSearched(said).indexOf(word) - leadLength)
  return said
    .slice(at, at + excerptLength)
    .toWellFormed()
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Returns the pattern of `like` for texts that have a word. */
const toPattern = (word: string): string => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`

export async function readSession(
  sql: Sql,
  subject: string,
  id: string,
): Promise<WireSession | null> {
  const [stored] = await sql<{ body: string }>(
    'select body from ambit_sessions where subject = $1 and id = $2',
    [subject, id],
  )
  return stored ? (JSON.parse(stored.body) as WireSession) : null
}

export async function readMessages(
  sql: Sql,
  subject: string,
  { id, from = 0, last, before }: Gets<'messages'>,
): Promise<SessionOperations['messages']['answers']> {
  const values: SqlValue[] = [subject, id, toSeq(from)]
  const rows = await sql<{ seq: number; body: string }>(
    `select seq, body from ambit_messages
     where subject = $1 and session_id = $2 and seq >= $3
       ${before === undefined ? '' : `and seq < $${values.push(toSeq(before))}`}
     order by seq desc
     ${last === undefined ? '' : `limit $${values.push(last)}`}`,
    values,
  )
  return rows.reverse()
}

/** Returns a number that a column has a place for. */
const toSeq = (number: number): number => Math.min(Math.max(number, 0), 2 ** 31 - 1)

/** Reads the newest attempt at each call that has no answer. */
export async function readIntents(sql: Sql, subject: string, id: string): Promise<WireIntent[]> {
  const rows = await sql<{ call: string; body: string }>(
    `select call_hash as call, body from ambit_intents
     where subject = $1 and session_id = $2 and is_open = 1
     order by attempt`,
    [subject, id],
  )
  const newest = new Map(rows.map(({ call, body }) => [call, body]))
  return Array.from(newest.values(), (body) => JSON.parse(body) as WireIntent)
}

/** Returns what the user, the model or a tool said in a message. */
export function saidIn({ content }: WireMessage): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return (content as readonly { type?: unknown; text?: unknown }[])
    .map((part) => (part?.type === 'text' && typeof part.text === 'string' ? part.text : ''))
    .join('\n')
}

/**
 * Returns a text as it is searched: without case and accents. PostgreSQL keeps no zero character
 * and no lone surrogate.
 */
export const toSearched = (text: string): string =>
  text
    .toUpperCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f\0]/g, '')
    .toWellFormed()
