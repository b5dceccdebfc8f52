import { reportFailure } from '../report-failure.ts'
import type { Spent } from './spent.ts'

/** One request to a provider that may be billed, as the ledger of a proxy keeps it. Frozen. */
export interface SpendingRow extends Readonly<Spent> {
  /** The time of the end, in milliseconds since the Unix epoch. */
  readonly at: number
  /** The id that `authorize` returned. */
  readonly subject: string
  /** The cost in US dollars. Undefined without a price of the model. */
  readonly costUsd?: number | undefined
}

/** A record of what each subject spent. If it fails, the failure is reported, and calls go on. */
export interface SpendingLedger {
  append: (row: SpendingRow) => unknown
}

/** Writes rows to a ledger. Never throws, and awaits nothing. */
export function writeLedger(ledger: SpendingLedger, rows: readonly SpendingRow[]): void {
  const onFailure = (thrown: unknown): void => reportFailure('`ledger` failed', thrown)
  for (const row of rows) {
    try {
      Promise.resolve(ledger.append(Object.freeze(row))).catch(onFailure)
    } catch (thrown) {
      onFailure(thrown)
    }
  }
}
