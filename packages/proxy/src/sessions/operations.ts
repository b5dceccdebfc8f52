import type { SessionEvent, SessionOperations, WireSession } from '@ambit/protocol'
import { type Begin, deleteSessions } from './delete-session.ts'
import {
  after,
  type ListedSession,
  listSessions,
  readIntents,
  readMessages,
  readPlaces,
  readSession,
  saidIn,
  toSearched,
  toSearchedInTurns,
} from './read-sessions.ts'
import { type CheckedLimits, checkLimit, fitting } from './session-limits.ts'
import type { SessionTransaction } from './store.ts'
import {
  checkStored,
  isEmpty,
  lockSession,
  putRow,
  RefusedError,
  saidOf,
  writeSession,
} from './write-session.ts'
import { parseJson } from '../parse-body.ts'
import { turns } from '../turns.ts'

/** The surroundings of one operation. */
export interface Context {
  readonly transaction: Begin
  /** The subject whose sessions these are, as `authorize` knows it. */
  readonly subject: string
  /** When the request was sent, by the clock of the device. NaN if it does not say. */
  readonly sentAt: number
  readonly leaseMs: number
  readonly limits: CheckedLimits
  /** The characters that the searches of this request may still read, and until when. */
  readonly scan: { left: number; readonly until: number }
  /** Returns an event of this page for the other pages of the subject. */
  readonly toSent: (event: SessionEvent) => Parameters<SessionTransaction['send']>[0]
}

/**
 * Returns a time of the clock of a device by that of the server, because the lists of all devices
 * follow it. A minute is no wrong clock: the request may have been slow.
 */
const byServer = (at: number, sentAt: number, now: number): number =>
  Math.min(Math.abs(now - sentAt) > 60_000 ? at + now - sentAt : at, now)

type Work = {
  readonly [Name in keyof SessionOperations]: (
    context: Context,
    gets: SessionOperations[Name]['gets'],
  ) => Promise<SessionOperations[Name]['answers']>
}

/** The operations. Each writes in one transaction, except that a deletion takes several. */
export const operations: Work = {
  async list(context, gets) {
    const { transaction, subject, limits } = context
    const words = wordsOf(gets.query ?? '', limits.search)
    if (words.length > 0) return searchSessions(context, words, gets)
    return transaction(({ sql }) => listSessions(sql, subject, gets, limits.answer))
  },
  read: ({ transaction, subject }, { id }) =>
    transaction(({ sql }) => readSession(sql, subject, id)),
  messages: ({ transaction, subject, limits }, gets) =>
    transaction(({ sql }) => readMessages(sql, subject, gets, limits.answer)),
  intents: ({ transaction, subject, limits }, gets) =>
    transaction(({ sql }) => readIntents(sql, subject, gets, limits.answer)),
  async claim(context, { id, claim, row: given, waiting = [] }) {
    const { transaction, subject, sentAt, leaseMs, limits, toSent } = context
    checkLimit('waiting', waiting.length, limits.waiting)
    const granted = await transaction(async (begun) => {
      const { sql, now, send } = begun
      const createdAt = byServer(given.createdAt, sentAt, now)
      const updatedAt = byServer(given.updatedAt, sentAt, now)
      const fresh = { ...given, createdAt, updatedAt, id, epoch: 0, next: 0, head: null }
      const added = await sql(
        `insert into ambit_sessions
           (subject, id, body, title, updated_at, stored_at, is_empty, size)
         values ($1, $2, $3, '', $4, $5, $6, octet_length(cast($3 as text)))
         on conflict do nothing returning id`,
        [subject, id, JSON.stringify(fresh), updatedAt, now, isEmpty(fresh) ? 1 : 0],
      )
      const stored = await lockSession(begun, subject, id)
      if (!stored) return undefined
      const isMine = stored.claim === claim
      if (stored.claim !== null && !isMine) {
        if ((stored.leaseUntil ?? 0) > now) return null
        send(toSent({ type: 'lost', claim: stored.claim }))
      }
      // The answer to the same claim may have been lost.
      const row = isMine ? stored.row : addWaiting(stored.row, waiting)
      await putRow(sql, subject, row, limits)
      await sql(
        'update ambit_sessions set claim = $3, lease_until = $4 where subject = $1 and id = $2',
        [subject, id, claim, now + leaseMs],
      )
      await checkStored(sql, subject, id, added.length > 0 ? -1 : stored.size, limits)
      const { rows, more } = await readIntents(sql, subject, { id }, limits.answer)
      return { row, leaseMs, ...(!more && { intents: rows }) }
    })
    // A deletion was cut short.
    if (granted === undefined) await operations.delete(context, { id })
    return granted ?? null
  },
  async renew({ transaction, subject, leaseMs }, { id, claim }) {
    const renewed = await transaction(({ sql, now }) =>
      sql(
        `update ambit_sessions set lease_until = $4, stored_at = $5
         where subject = $1 and id = $2 and claim = $3 returning id`,
        [subject, id, claim, now + leaseMs, now],
      ),
    )
    if (renewed.length === 0) throw claimOver()
    return null
  },
  async holds({ transaction, subject }, { id, claim }) {
    const held = await transaction(({ sql }) =>
      sql('select id from ambit_sessions where subject = $1 and id = $2 and claim = $3', [
        subject,
        id,
        claim,
      ]),
    )
    return held.length > 0
  },
  release: ({ transaction, subject, toSent }, { id, claim }) =>
    transaction(async ({ sql, send }) => {
      await sql(
        'update ambit_sessions set claim = null where subject = $1 and id = $2 and claim = $3',
        [subject, id, claim],
      )
      send(toSent({ type: 'free', id }))
      return null
    }),
  async write({ transaction, subject, sentAt, limits, toSent }, { id, claim, write }) {
    const { messages = [], intents = [] } = write
    checkLimit('written', messages.length + intents.length, limits.written)
    // Before the transaction, which others wait for.
    const said = await saidOf(messages)
    return transaction(async (begun) => {
      const stored = await lockSession(begun, subject, id)
      if (stored?.claim !== claim) throw claimOver()
      const at = byServer(write.at, sentAt, begun.now)
      const row = await writeSession(begun, subject, stored, { ...write, at, said }, limits)
      const note = { type: 'advanced', next: row.next, isRunning: row.run !== undefined }
      begun.send(toSent({ type: 'note', id, noteId: crypto.randomUUID(), note }))
      return row
    })
  },
  update: ({ transaction, subject, limits }, { id, update, change, ifHead }) =>
    transaction(async (begun) => {
      const { sql } = begun
      const stored = await lockSession(begun, subject, id)
      if (!stored) return false
      if (stored.lastUpdate === update) return stored.lastUpdated === 1
      const isWanted = ifHead === undefined || ifHead === stored.row.head
      const { head = stored.row.head, ...title } = change
      if (isWanted) {
        await putRow(sql, subject, { ...stored.row, ...title, head }, limits)
        await checkStored(sql, subject, id, stored.size, limits)
      }
      await sql(
        `update ambit_sessions set last_update = $3, last_updated = $4
         where subject = $1 and id = $2`,
        [subject, id, update, isWanted ? 1 : 0],
      )
      return isWanted
    }),
  async delete({ transaction, subject, toSent }, { id }) {
    await deleteSessions(transaction, subject, [id], (send, _id, claim) => {
      if (claim) send(toSent({ type: 'lost', claim }))
    })
    return null
  },
  note: ({ transaction, toSent }, { id, noteId, note }) =>
    transaction(async ({ send }) => {
      send(toSent({ type: 'note', id, noteId, note }))
      return null
    }),
}

/** Returns the row of a claim that is granted, with what the user has said to its run. */
function addWaiting(row: WireSession, added: readonly { readonly id: string }[]): WireSession {
  const claimed = { ...row, epoch: row.epoch + 1 }
  const list: readonly unknown[] = Array.isArray(row.waiting) ? row.waiting : []
  const stored = list.filter(Boolean) as typeof added
  const known = new Set(stored.map(({ id }) => id))
  const missing = added.filter(({ id }) => !known.has(id))
  return missing.length > 0 ? { ...claimed, waiting: [...stored, ...missing] } : claimed
}

const claimOver = (): RefusedError =>
  new RefusedError({
    kind: 'lost',
    message: 'This page no longer runs the session: another page does, or it was deleted.',
    isOver: true,
  })

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
function wordsOf(query: string, { characters, words: most }: CheckedLimits['search']): string[] {
  checkLimit('search.characters', query.length, characters)
  const words = toSearched(query).split(/\s+/).filter(Boolean)
  checkLimit('search.words', words.length, most)
  return [...new Set(words)]
}

/**
 * Lists the sessions in which every word is found, from the newest on. Reads in steps, each in a
 * transaction of its own. After the limit of one request the answer has `more`, even without rows.
 */
async function searchSessions(
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
