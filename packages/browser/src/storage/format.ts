import type { AgentError, Message } from '@ambit/core'
import { storageError } from '@ambit/core/storage'
import { type Database, type MetaStore, storeNames, version } from './schema.ts'
import type { StoredSession } from './stored.ts'

/**
 * The number of the format that this code writes. It stands in each row as `v`. Rows
 * without a number count as 0.
 */
export const format = 2

/**
 * The number of the oldest format whose code may read and write the database. It may only be raised
 * by an upgrade of the database, which closes the connections of older code. A later format that
 * adds fields needs no new number here. Code of format 1 would show no file, and send empty ones.
 */
const minReader = 2

/** The conversion of a value from one format to the next one. */
export type Step<T> = (value: T) => T

// Format 1 adds the number alone. Format 2 has files beside the messages, and reads those in them.
const unchanged = <T>(value: T): T => value
const sessionSteps: readonly Step<StoredSession>[] = [unchanged, unchanged]
const messageSteps: readonly Step<Message>[] = [unchanged, unchanged]

/** Converts a value of format `v` by the steps after it. One of a later format stays as it is. */
export const migrate = <T>(value: T, v: number | undefined, steps: readonly Step<T>[]): T =>
  steps.slice(v ?? 0).reduce((before, step) => step(before), value)

/** Converts a session's row to this format. A later format's number stays. */
export const migrateSession = (stored: StoredSession): StoredSession => ({
  ...migrate(stored, stored.v, sessionSteps),
  v: Math.max(stored.v ?? 0, format),
})

/** Converts a message whose row has the format `v` to this format. */
export const migrateMessage = (message: Message, v: number | undefined): Message =>
  migrate(message, v, messageSteps)

/**
 * Checks that this code may use a database. Throws `VersionError` if
 * later code says that it may not, or has removed a store or an index that this code needs.
 */
export async function checkFormat(database: Database): Promise<void> {
  if (!isComplete(database)) {
    if (database.version > version) throw newer()
    throw notOurs(database.name)
  }
  const minReader = (await database.get('meta', 'minReader')) as number | undefined
  if ((minReader ?? 0) > format) throw newer()
}

/**
 * Notes the format in a database that does not have it yet. Belongs to a transaction that writes
 * something: a full disk refuses all writes, and can still be opened and read.
 */
export async function noteFormat(meta: MetaStore): Promise<void> {
  const noted = (await meta.get('v')) as number | undefined
  if ((noted ?? 0) >= format) return
  const least = (await meta.get('minReader')) as number | undefined
  await meta.put(Math.max(least ?? 0, minReader), 'minReader')
  await meta.put(format, 'v')
}

/** Creates the error of a database that something else has made. */
export const notOurs = (name: string): AgentError<'storage'> =>
  storageError(
    'unavailable',
    `The database "${name}" was not made by Ambit: conversations cannot be stored in it, and end with this page. Give \`indexedDbStorage\` another \`name\`.`,
  )

/** Whether a database has the stores and the indexes that this code uses. */
function isComplete(database: Database): boolean {
  if (storeNames.some((name) => !database.objectStoreNames.contains(name))) return false
  const tx = database.transaction(['intents', 'records'])
  const intents = tx.objectStore('intents').indexNames
  const records = tx.objectStore('records').indexNames
  return (
    intents.contains('open') &&
    (['session', 'run', 'user', 'tenant'] as const).every((name) => records.contains(name))
  )
}

/** Creates the error that a browser throws for a database of a later version. */
const newer = (): DOMException =>
  new DOMException('The database was written by a newer version.', 'VersionError')
