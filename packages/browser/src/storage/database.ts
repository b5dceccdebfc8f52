import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { StoredIntent, StoredMessage, StoredRecord, StoredSession } from './stored.ts'

/** What a database holds. The schema only ever grows: a version is read by those before it. */
export interface Schema extends DBSchema {
  sessions: { key: string; value: StoredSession }
  /** Keyed by session and number. */
  messages: { key: [string, number]; value: StoredMessage }
  /** The text of messages too large for a row, so that a damaged one takes no other with it. */
  big: { key: [string, number]; value: StoredMessage }
  /** Keyed by session, call and attempt; added and never replaced while open. */
  intents: {
    key: [string, string, number]
    value: StoredIntent
    indexes: { open: [string, string] }
  }
  /** Rows of the ledger and of the audit, by kind and an own number. */
  records: {
    key: number
    value: StoredRecord
    indexes: { session: string[]; run: string[]; user: string[]; tenant: string[] }
  }
  meta: { key: string; value: unknown }
}

export type Database = IDBPDatabase<Schema>

/** What happens to a database that is open. */
export interface DatabaseEvents {
  /** The browser has thrown everything away, though there had been something. */
  readonly onLost: () => void
  /** The connection is gone: another page upgrades, or the site's data is being cleared. */
  readonly onClosed: (isTerminated: boolean) => void
}

/** The version this code knows. A later one is opened as it is. */
const version = 1

/**
 * Opens a database, or rejects when that takes longer than `timeoutMs`: an old page that is frozen holds up an upgrade for ever, and nothing tells of it.
 */
export async function openDatabase(
  name: string,
  events: DatabaseEvents,
  timeoutMs = 3_000,
): Promise<Database> {
  const opening = open(name, version, events).catch((error: unknown) => {
    if (nameOf(error) !== 'VersionError') throw error
    return open(name, undefined, events)
  })
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new DOMException('The database did not open in time.', 'TimeoutError')),
    timeoutMs,
  )
  let isLate = false
  try {
    return await Promise.race([opening, late])
  } catch (error) {
    isLate = true
    throw error
  } finally {
    clearTimeout(timer)
    // Nobody waits for it any more, and open it would hold up others.
    if (isLate) opening.then((database) => database.close()).catch(() => undefined)
  }
}

function open(
  name: string,
  wanted: number | undefined,
  { onLost, onClosed }: DatabaseEvents,
): Promise<Database> {
  const born = `ambit:born:${name}`
  const opening = openDB<Schema>(name, wanted, {
    upgrade(database, oldVersion) {
      if (oldVersion === 0 && readSentinel(born)) onLost()
      if (oldVersion < 1) createStores(database)
    },
    blocking: (_current, _blocked, event) => {
      ;(event.target as IDBDatabase).close()
      onClosed(false)
    },
    terminated: () => onClosed(true),
  })
  return opening.then((database) => {
    writeSentinel(born)
    return database
  })
}

function createStores(database: Database): void {
  database.createObjectStore('sessions', { keyPath: 'id' })
  database.createObjectStore('messages', { keyPath: ['sid', 'seq'] })
  database.createObjectStore('big', { keyPath: ['sid', 'seq'] })
  const intents = database.createObjectStore('intents', { keyPath: ['sid', 'callId', 'attempt'] })
  intents.createIndex('open', ['sid', 'state'])
  const records = database.createObjectStore('records', { keyPath: 'id', autoIncrement: true })
  records.createIndex('session', ['kind', 'sessionId'])
  records.createIndex('run', ['kind', 'runId'])
  records.createIndex('user', ['kind', 'userId'])
  records.createIndex('tenant', ['kind', 'tenantId'])
  database.createObjectStore('meta')
}

/** Told apart by it: a history that was lost, and a person who is new. */
function readSentinel(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

function writeSentinel(key: string): void {
  try {
    localStorage.setItem(key, '1')
  } catch {
    // Without it a loss is not noticed; nothing else depends on it.
  }
}

/** Forgets that there was a database, when it is deleted on purpose. */
export function removeSentinel(name: string): void {
  try {
    localStorage.removeItem(`ambit:born:${name}`)
  } catch {
    // As above.
  }
}

/** The name of whatever was thrown: IndexedDB's errors differ by nothing else. */
export const nameOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'name' in thrown ? String(thrown.name) : ''
