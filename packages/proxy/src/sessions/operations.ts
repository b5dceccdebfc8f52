import type { SessionEvent, SessionOperations, WireSession } from '@ambit/protocol'
import { type Begin, deleteSessions } from './delete-session.ts'
import { listSessions, readIntents, readMessages, readSession } from './read-sessions.ts'
import { searchSessions, wordsOf } from './search-sessions.ts'
import { checkLimit, type CheckedLimits } from './session-limits.ts'
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
