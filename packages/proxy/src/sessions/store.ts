import type { SessionEvent } from '@ambit/protocol'
import { type Check, fn, group, is } from '../check-options.ts'
import { turns } from '../turns.ts'

/** A value of a statement. */
export type SqlValue = string | number | null | Uint8Array

/** An event for the pages of a subject. A note is not for the page that caused it. */
export interface SentEvent {
  readonly subject: string
  readonly page: string
  readonly event: SessionEvent
}

/** One transaction of a store. */
export interface SessionTransaction {
  /** Runs a statement that PostgreSQL and SQLite both take, with values for `$1` and so on. */
  readonly sql: <Row>(text: string, values?: readonly SqlValue[]) => Promise<Row[]>
  /** The time of the store, in milliseconds since the Unix epoch. */
  readonly now: number
  /** Sends an event, once the transaction is committed. */
  readonly send: (sent: SentEvent) => void
}

/** A place for the bytes of files, made by `s3Files`. A name is given once, and never again. */
export interface SessionFiles {
  /** Resolves once the bytes are stored. */
  put: (name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  /** Returns the bytes, or undefined if there are none. Rejects for more than `maxBytes`. */
  get: (name: string, maxBytes: number) => Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Resolves once nothing of that name is stored. */
  delete: (name: string) => Promise<void>
}

/** The failure of a place for files, and not of the database. */
export class FilesError extends Error {
  override readonly name = 'FilesError'
}

/** Whether a value is a place for files. */
const isFiles = (value: unknown): value is SessionFiles =>
  ['put', 'get', 'delete'].every((name) => typeof Object(value)[name] === 'function')

/** A place that keeps sessions: made by `postgresSessions` or `sqliteSessions`. */
export interface SessionStore {
  /**
   * Does some work in one transaction. Undoes all of it if the work rejects, and sends nothing.
   *
   * @param subject The only subject whose rows the work may see. Undefined for all.
   * @param signal Once it aborts, no work begins, and no further statement runs.
   */
  transaction: <T>(
    subject: string | undefined,
    work: (transaction: SessionTransaction) => Promise<T>,
    signal?: AbortSignal,
  ) => Promise<T>
  /**
   * Calls `onEvent` with each event from now on, of every proxy with this database. Calls
   * `onMissed` when some may have been missed. Resolves once it listens.
   */
  listen: (onEvent: (sent: SentEvent) => void, onMissed: () => void) => Promise<void>
  /** The place for the bytes of files. Default: the tables. */
  readonly files?: SessionFiles | undefined
}

/** Whether a value is a store of sessions. */
export const isStore = (value: unknown): value is SessionStore =>
  typeof Object(value).transaction === 'function' && typeof Object(value).listen === 'function'

/** The options of a store. */
export interface SessionStoreOptions {
  /**
   * The place for the bytes of files, `s3Files(…)`. Each file still has a row in the tables. Files
   * that are in the tables already stay there. Default: the tables.
   */
  files?: SessionFiles | undefined
  /**
   * Returns the time, in milliseconds since the Unix epoch. For tests. Default: the clock of the
   * database.
   */
  now?: (() => number) | undefined
}

export const checkStoreOptions: Check = group<SessionStoreOptions>({
  now: fn,
  files: is('s3Files(…)', isFiles),
})

/** Returns a function that does some work once. After a failure, the next call tries again. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let doing: Promise<T> | undefined
  return () => {
    doing ??= work().catch((thrown: unknown) => {
      doing = undefined
      throw thrown
    })
    return doing
  }
}

/** Returns a function that runs statements, each in a turn of its own if it is long. */
export function inTurns(
  run: SessionTransaction['sql'],
  signal: AbortSignal | undefined,
): SessionTransaction['sql'] {
  const turn = turns()
  return async (text, values) => {
    await turn()
    signal?.throwIfAborted()
    const rows = await run<never>(text, values)
    await turn()
    return rows
  }
}
