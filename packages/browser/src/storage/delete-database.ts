import { StorageError } from '@ambit/core/storage'
import { deleteDB } from 'idb'
import { type DatabaseEvents, nameOf, openDatabase, removeSentinel } from './database.ts'

/**
 * Empties a database and deletes it. Resolves when nothing is left in it, even if the deletion itself has to wait for a page that stands still, and where the browser has no databases for
 * this page. Rejects with `StorageError` when neither can be done; each may take `timeoutMs`.
 */
export async function deleteDatabase(name: string, timeoutMs = 3_000): Promise<void> {
  const isEmpty = await within(timeoutMs, () => empty(name, timeoutMs))
  removeSentinel(name)
  const isDeleted = await within(timeoutMs, () => deleteDB(name))
  if (isEmpty || isDeleted) return
  throw new StorageError(
    'unavailable',
    'The stored conversations could not be deleted: another page of this site holds them up. Close the other pages and try again.',
  )
}

/** Whether something succeeded in time. */
async function within(timeoutMs: number, work: () => Promise<void>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), timeoutMs)
  const done = async (): Promise<boolean> => {
    try {
      await work()
      return true
    } catch (error) {
      return typeof indexedDB === 'undefined' || nameOf(error) === 'SecurityError'
    }
  }
  const isDone = await Promise.race([done(), late])
  clearTimeout(timer)
  return isDone
}

/** Without its secret: who signs out may not get it any more. */
async function empty(name: string, timeoutMs: number): Promise<void> {
  const database = await openDatabase(name, noEvents, timeoutMs)
  try {
    const stores = [...database.objectStoreNames]
    const tx = database.transaction(stores, 'readwrite', { durability: 'strict' })
    await Promise.all([...stores.map((store) => tx.objectStore(store).clear()), tx.done])
  } finally {
    database.close()
  }
}

const noEvents: DatabaseEvents = { onLost: () => undefined, onClosed: () => undefined }
