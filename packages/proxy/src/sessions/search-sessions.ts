import type { SessionOperations } from '@ambit/protocol'
import { parseJson } from '../parse-body.ts'
import { turns } from '../turns.ts'
import type { Context } from './operations.ts'
import {
  after,
  type ListedSession,
  readPlaces,
  readSession,
  saidIn,
  toSearched,
  toSearchedInTurns,
} from './read-sessions.ts'
import { checkLimit, type CheckedLimits, fitting } from './session-limits.ts'
import type { SessionTransaction } from './store.ts'

type Gets = SessionOperations['list']['gets']
type Answer = SessionOperations['list']['answers']
type Inside = NonNullable<Gets['inside']>

/** The lengths of an excerpt, and of its part before the word. */
const excerptLength = 158
const leadLength = 40

/** What one step reads: a few sessions, or texts of one session, of which one may be longer. */
const stepSessions = 50
const stepTexts = { rows: 500, bytes: 256 * 1024 }

/** The characters that are searched at once. */
const sliceLength = 64 * 1024

/** The work of folding a character. */
const foldWork = 8

/** The work of a step, in characters, however little it reads. */
const leastWork = 32 * 1024

/** Returns the words of a query as they are searched. Throws `ProxyError` for too many. */
export function wordsOf(
  query: string,
  { characters, words: most }: CheckedLimits['search'],
): string[] {
  checkLimit('search.characters', query.length, characters)
  const words = toSearched(query).split(/\s+/).filter(Boolean)
  checkLimit('search.words', words.length, most)
  return [...new Set(words)]
}

/**
 * Lists the sessions in which every word is found, from the newest on. Reads in steps, each in a
 * transaction of its own. After the limit of one request the answer has `more`, even without rows.
 */
export async function searchSessions(
  context: Context,
  words: readonly string[],
  gets: Gets,
): Promise<Answer> {
  const { transaction, subject, limits } = context
  const { limit } = gets
  const rows: Answer['rows'][number][] = []
  const { before, beforeId, inside } = gets
  let place: NonNullable<Answer['more']> = { before, beforeId, inside }
  let bytes = 0
  for (;;) {
    const listed = await transaction(({ sql }) =>
      readPlaces(sql, subject, place, stepSessions, 'title'),
    )
    for (const session of listed) {
      const { row, inside } = await searchIn(context, session, words, place.inside)
      if (inside) {
        const left = limit === undefined ? undefined : limit - rows.length
        return { rows, more: { ...place, limit: left, inside } }
      }
      place = after(session, limit, rows.length + (row ? 1 : 0))
      if (!row) continue
      rows.push(row)
      bytes += session.size
      if (rows.length === limit) return { rows }
      const { answer } = limits
      if (rows.length >= answer.rows || bytes >= answer.bytes) return { rows, more: place }
    }
    if (listed.length < stepSessions) return { rows }
  }
}

/**
 * Looks for words in one session. Returns the session if it has all of them, or the place inside it
 * at which the request has read enough.
 */
async function searchIn(
  context: Context,
  { id, title }: ListedSession,
  words: readonly string[],
  begun: Inside | undefined,
): Promise<{ row?: Answer['rows'][number]; inside?: Inside }> {
  const { transaction, subject, scan } = context
  const wanted = words.filter((word) => !title.includes(word))
  const turn = turns()
  let { seq = 0, found = [], text } = begun?.id === id ? begun : ({} as Partial<Inside>)
  while (wanted.some((word) => !found.includes(word))) {
    if (scan.left <= 0 || Date.now() >= scan.until) return { inside: { id, seq, found, text } }
    const texts = await transaction(({ sql }) => readTexts(sql, subject, id, seq))
    scan.left -= leastWork
    const last = texts.at(-1)
    if (!last) return {}
    seq = last.seq + 1
    for (const { seq: at, said, body } of texts) {
      const missing = wanted.filter((word) => !found.includes(word))
      scan.left -= foldWork * body.length
      const searched = said ?? (await toSearchedInTurns(saidIn(parseJson(body)), turn))
      const places = await findIn(searched, missing, scan, turn)
      const first = places.get(wanted[0] ?? '')
      if (first !== undefined) text = await excerptOf(context, id, at, first)
      found = [...found, ...places.keys()]
    }
  }
  const row = await transaction(({ sql }) => readSession(sql, subject, id))
  if (!row) return {}
  return { row: wanted.length > 0 ? { ...row, match: { text: text ?? '' } } : row }
}

/** Reads the texts of some messages, with the bodies of those whose text is not folded. */
async function readTexts(
  sql: SessionTransaction['sql'],
  subject: string,
  id: string,
  from: number,
): Promise<{ seq: number; said: string | null; body: string }[]> {
  const values = [subject, id, from]
  const where = 'where subject = $1 and session_id = $2 and seq >= $3'
  const sizes = await sql<{ seq: number; size: number }>(
    `select seq, coalesce(octet_length(said), octet_length(body)) as size from ambit_messages ${where} order by seq limit $4`,
    [...values, stepTexts.rows],
  )
  const last = fitting(sizes, stepTexts).at(-1)
  if (!last) return []
  return sql(
    `select seq, said, case when said is null then body else '' end as body
     from ambit_messages ${where} and seq <= $4 order by seq`,
    [...values, last.seq],
  )
}

/** Returns the first place of each word that a text has. Long words are more work. */
async function findIn(
  said: string,
  words: readonly string[],
  scan: Context['scan'],
  turn: () => Promise<void>,
): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  const longest = Math.max(0, ...words.map(({ length }) => length))
  for (let at = 0; at < said.length; at += sliceLength) {
    const slice = said.slice(at, at + sliceLength + longest - 1)
    for (const word of words) {
      if (found.has(word)) continue
      const place = slice.indexOf(word)
      if (place >= 0) found.set(word, at + place)
      scan.left -= slice.length * Math.ceil(word.length / 50)
      await turn()
    }
    if (found.size === words.length) break
  }
  return found
}

/** Returns the text of a message around a place in what is searched of it. */
async function excerptOf(
  { transaction, subject, scan }: Context,
  id: string,
  seq: number,
  place: number,
): Promise<string> {
  const [row] = await transaction(({ sql }) =>
    sql<{ body: string }>(
      'select body from ambit_messages where subject = $1 and session_id = $2 and seq = $3',
      [subject, id, seq],
    ),
  )
  if (!row) return ''
  scan.left -= row.body.length
  const at = Math.max(0, place - leadLength)
  return saidIn(parseJson(row.body))
    .slice(at, at + excerptLength)
    .toWellFormed()
    .replaceAll(/\s+/g, ' ')
    .trim()
}
