import type { DBSchema, IDBPDatabase, IDBPObjectStore } from 'idb'
import type {
  StoredBlob,
  StoredIntent,
  StoredMessage,
  StoredRecord,
  StoredSession,
} from './stored.ts'

/** The stores of a database. */
export interface Schema extends DBSchema {
  sessions: { key: string; value: StoredSession }
  /** Keyed by session and number. */
  messages: { key: [string, number]; value: StoredMessage }
  /** The text of messages too large for a row. A damaged one then damages no other message. */
  big: { key: [string, number]; value: StoredMessage }
  /** The files of messages, keyed by session and hash. */
  blobs: { key: [string, string]; value: StoredBlob }
  /**
   * Keyed by session, call and attempt. Rows are added, and never replaced while their call is
   * open.
   */
  intents: {
    key: [string, string, number]
    value: StoredIntent
    indexes: { open: [string, string] }
  }
  /** The rows of the ledger and of the audit, by kind and a number of their own. */
  records: {
    key: number
    value: StoredRecord
    indexes: { session: string[]; run: string[]; user: string[]; tenant: string[] }
  }
  /**
   * The format (`v`, `minReader`), what belongs to the secret (`salt`, `check`), and the latest
   * time of a claim (`claimedAt`). Also the entries of the memory, with the key `memory:` and an
   * id. A store of their own would need an upgrade, which old pages hold up.
   */
  meta: { key: string; value: unknown }
}

export type Database = IDBPDatabase<Schema>

/** The store `meta` in a transaction that claims a session. */
export type MetaStore = IDBPObjectStore<Schema, ('sessions' | 'meta')[], 'meta', 'readwrite'>

/** The store `intents` in the transaction of a write. */
export type IntentStore = IDBPObjectStore<
  Schema,
  ('sessions' | 'messages' | 'big' | 'intents')[],
  'intents',
  'readwrite'
>

/** The version this code knows. A later one is opened as it is. */
export const version = 2

/** The stores of this version. */
export const storeNames = [
  'sessions',
  'messages',
  'big',
  'blobs',
  'intents',
  'records',
  'meta',
] as const

/** Creates the stores that a database of an older version does not have. */
export function createStores(database: Database, oldVersion: number): void {
  if (oldVersion < 1) createFirstStores(database)
  if (oldVersion < 2) database.createObjectStore('blobs', { keyPath: ['sid', 'hash'] })
}

function createFirstStores(database: Database): void {
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
