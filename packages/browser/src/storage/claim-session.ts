import {
  newSession,
  type SessionClaim,
  type SessionRow,
  type SessionWrite,
  StorageError,
} from '@ambit/core/storage'
import type { HeldLock } from '../tabs/lock-request.ts'
import type { Connection } from './connection.ts'
import { toSessionRow } from './stored.ts'
import { toStorageError } from './to-storage-error.ts'
import { writeSession } from './write-session.ts'

/** A page that was frozen in the middle of a write may have been taken for dead meanwhile. In milliseconds. */
const suspiciousMs = 1_000

/** Makes this page the one that runs a session: whatever another still writes is refused from now on. */
export async function claimSession(
  connection: Connection,
  id: string,
  at: number,
  lock: HeldLock,
  onWritten: (row: SessionRow) => void,
): Promise<SessionClaim> {
  let row = await takeOver(connection, id, at)
  let last: Promise<unknown> = Promise.resolve()
  const { epoch } = row
  const holds = async (): Promise<boolean> => {
    if (lock.lost.aborted) return false
    const stored = await connection.use(({ database }) => database.get('sessions', id))
    return stored?.epoch === epoch
  }
  const requireHeld = (): void => {
    if (lock.lost.aborted) throw new StorageError('lost', 'This page no longer runs the session.')
  }
  const write = async (entry: SessionWrite): Promise<SessionRow> => {
    requireHeld()
    const startedAt = Date.now()
    const written = await connection
      .use((opened) => writeSession(opened, row, entry))
      .catch((error: unknown) => {
        throw toStorageError(error)
      })
    row = written
    onWritten(row)
    requireHeld()
    if (Date.now() - startedAt > suspiciousMs && !(await holds())) {
      throw new StorageError(
        'lost',
        'Another page took the session over while this one stood still.',
      )
    }
    return row
  }
  return {
    row,
    lost: lock.lost,
    // One after another: each gives the next its numbers.
    write: (entry) => {
      const writing = last.then(() => write(entry))
      last = writing.catch(() => undefined)
      return writing
    },
    holds,
    release: async () => {
      await last
      lock.release()
    },
  }
}

async function takeOver(connection: Connection, id: string, at: number): Promise<SessionRow> {
  const fresh = newSession(id, at)
  return connection
    .use(async ({ database, cipher }) => {
      const { state: _state, ...plain } = fresh
      const tx = database.transaction('sessions', 'readwrite', { durability: 'strict' })
      const stored = (await tx.store.get(id)) ?? plain
      const claimed = { ...stored, epoch: stored.epoch + 1 }
      await Promise.all([tx.store.put(claimed), tx.done])
      return toSessionRow(claimed, cipher)
    })
    .catch((error: unknown) => {
      throw toStorageError(error)
    })
}
