import type { SessionEvent, SessionOperations, WireSession } from '@ambit/protocol'
import { listSessions, readIntents, readMessages, readSession } from './read-sessions.ts'
import type { SessionTransaction } from './store.ts'
import {
  isEmpty,
  lockSession,
  type LockedSession,
  putRow,
  RefusedError,
  writeSession,
} from './write-session.ts'

/** The surroundings of one operation. */
export interface Context {
  readonly transaction: SessionTransaction
  /** The subject whose sessions these are, as `authorize` knows it. */
  readonly subject: string
  readonly leaseMs: number
  /** Sends an event to the pages of the subject. */
  readonly send: (event: SessionEvent) => void
}

type Work = {
  readonly [Name in keyof SessionOperations]: (
    context: Context,
    gets: SessionOperations[Name]['gets'],
  ) => Promise<SessionOperations[Name]['answers']>
}

/** The operations, each in a transaction of its own. */
export const operations: Work = {
  list: ({ transaction, subject }, gets) => listSessions(transaction.sql, subject, gets),
  read: ({ transaction, subject }, { id }) => readSession(transaction.sql, subject, id),
  messages: ({ transaction, subject }, gets) => readMessages(transaction.sql, subject, gets),
  intents: ({ transaction, subject }, { id }) => readIntents(transaction.sql, subject, id),
  async claim({ transaction, subject, leaseMs, send }, { id, claim, row: given, waiting = [] }) {
    const { sql, now } = transaction
    const fresh = { ...given, id, epoch: 0, next: 0, head: null }
    await sql(
      `insert into ambit_sessions
         (subject, id, body, title, updated_at, stored_at, is_empty)
       values ($1, $2, $3, '', $4, $5, $6) on conflict do nothing`,
      [subject, id, JSON.stringify(fresh), given.updatedAt, now, isEmpty(fresh) ? 1 : 0],
    )
    const stored = await lockSession(transaction, subject, id)
    if (!stored) return null
    const isMine = stored.claim === claim
    if (stored.claim !== null && !isMine) {
      if ((stored.leaseUntil ?? 0) > now) return null
      send({ type: 'lost', claim: stored.claim })
    }
    // The answer to the same claim may have been lost.
    const row = isMine ? stored.row : addWaiting(stored.row, waiting)
    await putRow(sql, subject, row)
    await sql(
      'update ambit_sessions set claim = $3, lease_until = $4 where subject = $1 and id = $2',
      [subject, id, claim, now + leaseMs],
    )
    return { row, intents: await readIntents(sql, subject, id), leaseMs }
  },
  async renew({ transaction, subject, leaseMs }, { id, claim }) {
    const { sql, now } = transaction
    const renewed = await sql(
      `update ambit_sessions set lease_until = $4, stored_at = $5
       where subject = $1 and id = $2 and claim = $3 returning id`,
      [subject, id, claim, now + leaseMs, now],
    )
    if (renewed.length === 0) throw claimOver()
    return null
  },
  async holds({ transaction, subject }, { id, claim }) {
    const held = await transaction.sql(
      'select id from ambit_sessions where subject = $1 and id = $2 and claim = $3',
      [subject, id, claim],
    )
    return held.length > 0
  },
  async release({ transaction, subject, send }, { id, claim }) {
    await transaction.sql(
      'update ambit_sessions set claim = null where subject = $1 and id = $2 and claim = $3',
      [subject, id, claim],
    )
    send({ type: 'free', id })
    return null
  },
  async write({ transaction, subject, send }, { id, claim, write }) {
    const stored = await lockSession(transaction, subject, id)
    if (stored?.claim !== claim) throw claimOver()
    const row = await writeSession(transaction, subject, stored, write)
    const note = { type: 'advanced', next: row.next, isRunning: row.run !== undefined }
    send({ type: 'note', id, noteId: crypto.randomUUID(), note })
    return row
  },
  async update({ transaction, subject }, { id, update, change, ifHead }) {
    const stored = await lockSession(transaction, subject, id)
    if (!stored) return false
    if (stored.lastUpdate === update) return stored.lastUpdated === 1
    const isWanted = ifHead === undefined || ifHead === stored.row.head
    const { head = stored.row.head, ...title } = change
    if (isWanted) await putRow(transaction.sql, subject, { ...stored.row, ...title, head })
    await transaction.sql(
      `update ambit_sessions set last_update = $3, last_updated = $4
       where subject = $1 and id = $2`,
      [subject, id, update, isWanted ? 1 : 0],
    )
    return isWanted
  },
  async delete({ transaction, subject, send }, { id }) {
    const [deleted] = await transaction.sql<Pick<LockedSession, 'claim'>>(
      'delete from ambit_sessions where subject = $1 and id = $2 returning claim',
      [subject, id],
    )
    if (deleted?.claim) send({ type: 'lost', claim: deleted.claim })
    return null
  },
  async note({ send }, { id, noteId, note }) {
    send({ type: 'note', id, noteId, note })
    return null
  },
}

/** Returns the row of a claim that is granted, with what the user has said to its run. */
function addWaiting(row: WireSession, added: readonly { readonly id: string }[]): WireSession {
  const claimed = { ...row, epoch: row.epoch + 1 }
  const stored = (Array.isArray(row.waiting) ? row.waiting : []) as typeof added
  const missing = added.filter(({ id }) => !stored.some((one) => one.id === id))
  return missing.length > 0 ? { ...claimed, waiting: [...stored, ...missing] } : claimed
}

const claimOver = (): RefusedError =>
  new RefusedError({
    kind: 'lost',
    message: 'This page no longer runs the session: another page does, or it was deleted.',
    isOver: true,
  })
