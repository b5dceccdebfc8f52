/** What the back office needs of a PostgreSQL database, embedded or on a server. */
export interface Queries {
  /** Rows of one statement; values stand in it as `$1`, `$2`, … */
  readonly query: <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>
  /** Several statements without values. */
  readonly script: (text: string) => Promise<void>
}

export interface Database extends Queries {
  /** All or nothing: what `work` did is taken back when it rejects. */
  readonly transaction: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>
  readonly close: () => Promise<void>
}

/** Why there is no database: what was tried, and what to do about it. */
export class DatabaseUnavailableError extends Error {
  readonly steps: readonly string[]

  constructor(message: string, steps: readonly string[], cause: unknown) {
    super(message, { cause })
    this.name = 'DatabaseUnavailableError'
    this.steps = steps
  }
}
