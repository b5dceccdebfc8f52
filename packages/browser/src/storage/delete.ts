import { StorageError } from '@ambit/core/storage'
import { deleteDB } from 'idb'
import {
  type Database,
  type DatabaseEvents,
  openDatabase,
  readRows,
  removeSentinel,
} from './database.ts'
import { nameOf } from './storage-error.ts'

/**
 * Empties a database and deletes it. Resolves when nothing is left in it, even if a page that
 * stands still holds up the deletion itself. Resolves also if the browser has no databases for this
 * page. Rejects with `StorageError` if neither step succeeds. Each step may take `timeoutMs`.
 */
export async function deleteDatabase(name: string, timeoutMs = 3_000): Promise<void> {
  const isEmpty = await succeedsWithin(timeoutMs, () => empty(name, timeoutMs))
  removeSentinel(name)
  const isDeleted = await succeedsWithin(timeoutMs, () => deleteDB(name))
  if (isEmpty || isDeleted) return
  throw new StorageError(
    'unavailable',
    'The stored conversations could not be deleted: another page of this site holds them up. Close the other pages and try again.',
  )
}

/** Tells if some work succeeded in time. */
async function succeedsWithin(timeoutMs: number, work: () => Promise<void>): Promise<boolean> {
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

/** Empties a database. Needs no secret, because a person who signs out may not get it any more. */
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

export async function deleteOlder(database: Database, before: number): Promise<void> {
  const sessions = await readRows(database, 'sessions')
  for (const { id, updatedAt } of sessions) {
    if (updatedAt < before) await deleteSession(database, id)
  }
}

/** Deletes all rows of a session, in one transaction. */
export async function deleteSession(database: Database, id: string): Promise<void> {
  const stores = ['sessions', 'messages', 'big', 'intents'] as const
  const tx = database.transaction(stores, 'readwrite')
  const ofSession = IDBKeyRange.bound([id], [id, []])
  await Promise.all([
    tx.objectStore('sessions').delete(id),
    tx.objectStore('messages').delete(ofSession),
    tx.objectStore('big').delete(ofSession),
    tx.objectStore('intents').delete(ofSession),
    tx.done,
  ])
}
