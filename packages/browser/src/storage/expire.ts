import { isEmptySession } from '@ambit/core/storage'
import { lockName, lockSession } from '../tabs/session-lock.ts'
import type { TabChannel } from '../tabs/tab-channel.ts'
import { readRows } from './database.ts'
import { deleteSession } from './delete.ts'
import type { Database } from './schema.ts'
import type { StoredSession } from './stored.ts'

/** The time for which an empty session is kept, in milliseconds. Its page may be about to write. */
const emptyMs = 300_000

/**
 * Deletes the sessions that were last used before a time, and the empty ones of pages that have
 * ended. Tells the other pages. Leaves those whose run has not ended, and those that stand open in
 * a page: a clock can be wrong.
 */
export async function deleteExpired(
  database: Database,
  channel: TabChannel,
  before: number,
): Promise<void> {
  const now = Date.now()
  const isExpired = async (stored: StoredSession): Promise<boolean> => {
    const { id, run, updatedAt, notBefore = 0 } = stored
    // A time to come is that of a clock that was fast, and tells nothing.
    const usedAt = notBefore <= now ? Math.max(updatedAt, notBefore) : updatedAt
    if (!run && usedAt < before) return true
    if (usedAt > now - emptyMs || !isEmptySession(stored, [])) return false
    return (await database.count('intents', IDBKeyRange.bound([id], [id, []]))) === 0
  }
  const checked = (await readRows(database, 'sessions')).map(async (stored) =>
    (await isExpired(stored)) ? [stored.id] : [],
  )
  const expired = (await Promise.all(checked)).flat()
  const shown = await channel.findShown(expired)
  const deleteIfFree = async (sid: string): Promise<void> => {
    const request = { sid, lockName: lockName(database.name, sid), channel, takeoverMs: Infinity }
    const lock = await lockSession({ ...request, isWaiting: false })
    if (!lock) return
    try {
      // Another page may have used the session meanwhile.
      const stored = await database.get('sessions', sid)
      if (!stored || !(await isExpired(stored))) return
      await deleteSession(database, sid)
      channel.note(sid, { type: 'gone' })
    } finally {
      lock.release()
    }
  }
  await Promise.all(expired.filter((sid) => !shown.has(sid)).map(deleteIfFree))
}
