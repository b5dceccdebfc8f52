import type { SessionStore } from '@ambit/proxy/sessions'

/** The statements that the back office runs in a PostgreSQL database, embedded or on a server. */
export interface Queries {
  /** Returns the rows of one statement. The statement refers to its values as `$1`, `$2`, … */
  readonly query: <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>
  /** Runs several statements without values. */
  readonly script: (text: string) => Promise<void>
}

export interface Database extends Queries {
  /** Runs `work` as a transaction, which is rolled back if `work` rejects. */
  readonly transaction: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>
  /** The conversations, which only a server keeps. */
  readonly sessions?: SessionStore
  readonly close: () => Promise<void>
}

/** A database that cannot be opened, with the steps to solve that. */
export class DatabaseUnavailableError extends Error {
  readonly steps: readonly string[]

  constructor(message: string, steps: readonly string[], cause: unknown) {
    super(message, { cause })
    this.name = 'DatabaseUnavailableError'
    this.steps = steps
  }
}
