import {
  newSession,
  type SessionClaim,
  type SessionRow,
  type SessionWrite,
  storageError,
} from '@ambit/core/storage'
import type { HeldLock } from '../tabs/lock-request.ts'
import type { Connection } from './connection.ts'
import { migrateSession, noteFormat } from './format.ts'
import type { MetaStore } from './schema.ts'
import { readIntents } from './read-session.ts'
import { isUsable } from './stored.ts'
import { asStorageErrors } from './storage-error.ts'
import { toSessionRow } from './to-session-row.ts'
import { writeSession } from './write-session.ts'

/**
 * The duration of a write, in milliseconds, after which the claim is checked again. A page that was
 * frozen during a write may have lost its session meanwhile.
 */
const longWriteMs = 1_000

export interface ClaimReports {
  /** Called after each write. */
  readonly onWritten: (row: SessionRow) => void
  /** Called with the number of calls that were started and cannot be read. */
  readonly onDamaged: (count: number) => void
}

/**
 * Claims a session for this page: raises its epoch, so that writes of an earlier claim are refused.
 */
export async function claimSession(
  connection: Connection,
  id: string,
  at: number,
  lock: HeldLock,
  { onWritten, onDamaged }: ClaimReports,
): Promise<SessionClaim> {
  let row = await takeOver(connection, id, at)
  const intents = await asStorageErrors(
    connection.use((opened) => readIntents(opened, id, onDamaged)),
  )
  let isReleased = false
  let last: Promise<unknown> = Promise.resolve()
  const { epoch } = row
  const holds = async (): Promise<boolean> => {
    if (isReleased || lock.lost.aborted) return false
    const stored = await connection.use(({ database }) => database.get('sessions', id))
    return stored?.epoch === epoch
  }
  const requireHeld = (): void => {
    if (isReleased || lock.lost.aborted) {
      throw storageError('lost', 'This page no longer runs the session.')
    }
  }
  const write = async (entry: SessionWrite): Promise<SessionRow> => {
    requireHeld()
    const startedAt = Date.now()
    row = await asStorageErrors(connection.use((opened) => writeSession(opened, row, entry)))
    onWritten(row)
    requireHeld()
    if (Date.now() - startedAt > longWriteMs && !(await holds())) {
      throw storageError('lost', 'Another page took the session over while this one stood still.')
    }
    return row
  }
  return {
    row,
    intents,
    lost: lock.lost,
    // One after another: each write gives the next one its numbers.
    write: (entry) => {
      const writing = last.then(() => write(entry))
      last = writing.catch(() => undefined)
      return writing
    },
    holds,
    release: async () => {
      await last
      isReleased = true
      lock.release()
    },
  }
}

async function takeOver(connection: Connection, id: string, at: number): Promise<SessionRow> {
  const fresh = newSession(id, at)
  const taking = connection.use(async ({ database, cipher }) => {
    const { state: _state, waiting: _waiting, ...plain } = fresh
    const stores: ('sessions' | 'meta')[] = ['sessions', 'meta']
    const tx = database.transaction(stores, 'readwrite', { durability: 'strict' })
    const sessions = tx.objectStore('sessions')
    const stored = migrateSession((await sessions.get(id)) ?? plain)
    if (!isUsable(stored)) {
      throw storageError(
        'unavailable',
        'What is stored of this conversation cannot be read, so nothing is stored in it. Begin another one.',
      )
    }
    const meta = tx.objectStore('meta')
    const notBefore = await noteClaim(meta, at)
    const claimed = { ...stored, epoch: stored.epoch + 1, notBefore }
    await Promise.all([sessions.put(claimed), noteFormat(meta), tx.done])
    connection.found.add(id)
    return toSessionRow(claimed, cipher)
  })
  return asStorageErrors(taking)
}

/** Notes the time of a claim, and resolves with the latest time of any claim. */
async function noteClaim(meta: MetaStore, at: number): Promise<number> {
  const latest = (await meta.get('claimedAt')) as number | undefined
  if (latest !== undefined && latest >= at) return latest
  await meta.put(at, 'claimedAt')
  return at
}
