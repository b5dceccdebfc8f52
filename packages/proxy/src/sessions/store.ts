import type { SessionEvent } from '@ambit/protocol'

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

/** A place that keeps sessions: made by `postgresSessions` or `sqliteSessions`. */
export interface SessionStore {
  /**
   * Does some work in one transaction. Undoes all of it if the work rejects, and sends nothing.
   *
   * @param subject The only subject whose rows the work may see. Undefined for all.
   */
  transaction: <T>(
    subject: string | undefined,
    work: (transaction: SessionTransaction) => Promise<T>,
  ) => Promise<T>
  /**
   * Calls `onEvent` with each event from now on, of every proxy with this database. Calls
   * `onMissed` when some may have been missed. Resolves once it listens.
   */
  listen: (onEvent: (sent: SentEvent) => void, onMissed: () => void) => Promise<void>
}

/** Whether a value is a store of sessions. */
export const isStore = (value: unknown): value is SessionStore =>
  typeof Object(value).transaction === 'function' && typeof Object(value).listen === 'function'

/** The options of a store. */
export interface SessionStoreOptions {
  /**
   * Returns the time, in milliseconds since the Unix epoch. For tests. Default: the clock of the
   * database.
   */
  now?: (() => number) | undefined
}

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
