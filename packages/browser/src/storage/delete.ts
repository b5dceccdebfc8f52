import { storageError } from '@ambit/core/storage'
import { deleteDB } from 'idb'
import { type DatabaseEvents, openDatabase, removeSentinel, watchHold } from './database.ts'
import type { Database } from './schema.ts'
import { isBlocked, nameOf } from './storage-error.ts'

/**
 * Empties a database and deletes it. Resolves when nothing is left in it, even if a page that
 * stands still holds up the deletion itself. Resolves also if the browser has no databases for this
 * page. Rejects with the code `storage` if neither step succeeds.
 */
export async function deleteDatabase(name: string): Promise<void> {
  const emptied = await attempt(() => empty(name))
  removeSentinel(name)
  const deleted = await attempt(() => deleteDB(name))
  if (emptied === 'done' || deleted === 'done') return
  throw storageError(
    'unavailable',
    emptied === 'late' || deleted === 'late'
      ? 'The stored conversations could not be deleted: another page of this site holds them up. Close the other pages and try again.'
      : "The stored conversations could not be deleted: the browser's database failed. Clear the data of this site in the settings of the browser.",
  )
}

/** Does some work, and tells if it was done before another page held it up. */
async function attempt(work: () => Promise<void>): Promise<'done' | 'failed' | 'late'> {
  const { held, stop } = watchHold()
  const doing = async (): Promise<'done' | 'failed' | 'late'> => {
    try {
      await work()
      return 'done'
    } catch (error) {
      if (typeof indexedDB === 'undefined' || isBlocked(error)) return 'done'
      return nameOf(error) === 'TimeoutError' ? 'late' : 'failed'
    }
  }
  const outcome = await Promise.race([doing(), held.then(() => 'late' as const)])
  stop()
  return outcome
}

/** Empties a database. Needs no secret, because a user who signs out may not get it any more. */
async function empty(name: string): Promise<void> {
  const database = await openDatabase(name, noEvents)
  try {
    const stores = [...database.objectStoreNames]
    const tx = database.transaction(stores, 'readwrite', { durability: 'strict' })
    await Promise.all([...stores.map((store) => tx.objectStore(store).clear()), tx.done])
  } finally {
    database.close()
  }
}

const noEvents: DatabaseEvents = { onCreated: () => undefined, onClosed: () => undefined }

/** Deletes all rows of a session, in one transaction. */
export async function deleteSession(database: Database, id: string): Promise<void> {
  const stores = ['sessions', 'messages', 'big', 'blobs', 'intents'] as const
  const tx = database.transaction(stores, 'readwrite')
  const ofSession = IDBKeyRange.bound([id], [id, []])
  await Promise.all([
    tx.objectStore('sessions').delete(id),
    tx.objectStore('messages').delete(ofSession),
    tx.objectStore('big').delete(ofSession),
    tx.objectStore('blobs').delete(ofSession),
    tx.objectStore('intents').delete(ofSession),
    tx.done,
  ])
}
