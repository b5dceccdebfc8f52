import { AgentError } from 'ambit'
import { newSession } from 'ambit/storage'
import type { Operation, Operations } from '../protocol.ts'
import type { Sql } from './database.ts'
import { listSessions, readIntents, readMessages, readSession } from './read-sessions.ts'
import { type LockedSession, lockSession, putRow, writeSession } from './write-session.ts'
import type { UserEvents } from './user-events.ts'

/** The error of a claim that is over. */
export class ClaimOver extends AgentError<'storage'> {
  constructor() {
    super('This page no longer runs the session: another page does, or it was deleted.', {
      code: 'storage',
      details: { kind: 'lost' },
    })
  }
}

/** The surroundings of one operation. */
interface Context {
  readonly sql: Sql
  /** The user whose sessions these are, as the server knows it. */
  readonly user: string
  readonly events: UserEvents
  readonly leaseMs: number
  readonly now: number
}

type Work = {
  [Name in Operation]: (
    context: Context,
    gets: Operations[Name]['gets'],
  ) => Promise<Operations[Name]['answers']>
}

/** The operations, each in a transaction of its own. */
export const operations: Work = {
  list: ({ sql, user }, gets) => listSessions(sql, user, gets),
  read: ({ sql, user }, gets) => readSession(sql, user, gets),
  messages: ({ sql, user }, gets) => readMessages(sql, user, gets),
  intents: ({ sql, user }, gets) => readIntents(sql, user, gets),
  async claim({ sql, user, events, leaseMs, now }, { id, claim, at }) {
    const fresh = newSession(id, at)
    await sql(
      `insert into sessions (user_id, id, row, updated_at) values ($1, $2, $3, $4)
       on conflict do nothing`,
      [user, id, JSON.stringify(fresh), at],
    )
    const stored = await lockSession(sql, user, id)
    if (!stored) return null
    const isMine = stored.claim === claim
    if (stored.claim !== null && !isMine && (stored.leaseUntil ?? 0) > now) return null
    if (stored.claim !== null && !isMine) events.send({ type: 'lost', claim: stored.claim })
    // The answer to the same claim may have been lost.
    const row = isMine ? stored.row : { ...stored.row, epoch: stored.row.epoch + 1 }
    await putRow(sql, user, row)
    await sql('update sessions set claim = $3, lease_until = $4 where user_id = $1 and id = $2', [
      user,
      id,
      claim,
      now + leaseMs,
    ])
    return { row, intents: await readIntents(sql, user, { id }), leaseMs }
  },
  async renew(context, { id, claim }) {
    await lockClaimed(context, id, claim)
    const { sql, user, now, leaseMs } = context
    await sql('update sessions set lease_until = $3 where user_id = $1 and id = $2', [
      user,
      id,
      now + leaseMs,
    ])
    return null
  },
  async holds({ sql, user }, { id, claim }) {
    return (await lockSession(sql, user, id))?.claim === claim
  },
  async release({ sql, user, events }, { id, claim }) {
    await sql('update sessions set claim = null where user_id = $1 and id = $2 and claim = $3', [
      user,
      id,
      claim,
    ])
    events.send({ type: 'free', id })
    return null
  },
  async write(context, { id, claim, write }) {
    const stored = await lockClaimed(context, id, claim)
    const row = await writeSession(context.sql, context.user, stored, write)
    const note = { type: 'advanced', next: row.next, isRunning: row.run !== undefined } as const
    context.events.send({ type: 'note', id, noteId: crypto.randomUUID(), note })
    return row
  },
  async update({ sql, user }, { id, update, change, ifHead }) {
    const stored = await lockSession(sql, user, id)
    if (!stored) return false
    if (stored.lastUpdate === update) return stored.lastUpdated ?? false
    const isWanted = ifHead === undefined || ifHead === stored.row.head
    const { title, head } = change
    const changed = {
      ...stored.row,
      ...(title !== undefined && { title }),
      ...(head !== undefined && { head }),
    }
    if (isWanted) await putRow(sql, user, changed)
    await sql(
      'update sessions set last_update = $3, last_updated = $4 where user_id = $1 and id = $2',
      [user, id, update, isWanted],
    )
    return isWanted
  },
  async delete({ sql, user, events }, { id }) {
    const stored = await lockSession(sql, user, id)
    if (stored?.claim) events.send({ type: 'lost', claim: stored.claim })
    await sql('delete from sessions where user_id = $1 and id = $2', [user, id])
    for (const table of ['messages', 'intents', 'blobs']) {
      await sql(`delete from ${table} where user_id = $1 and session_id = $2`, [user, id])
    }
    return null
  },
  async note({ events }, { id, noteId, note }) {
    events.send({ type: 'note', id, noteId, note })
    return null
  },
}

/** Locks a session under a claim. Throws if the claim is over. */
async function lockClaimed(
  { sql, user }: Context,
  id: string,
  claim: string,
): Promise<LockedSession> {
  const stored = await lockSession(sql, user, id)
  if (stored?.claim !== claim) throw new ClaimOver()
  return stored
}
