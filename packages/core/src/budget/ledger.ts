import type { Ledger, LedgerRow } from '../features.ts'

/** A ledger in memory. `rows` is in order; past `maxRows` (default 10,000) the oldest go. */
export function memoryLedger({
  maxRows = 10_000,
}: { maxRows?: number | undefined } = {}): Ledger & {
  readonly rows: readonly LedgerRow[]
} {
  const rows: LedgerRow[] = []
  return {
    rows,
    append: (row) => {
      rows.push(row)
      if (rows.length > maxRows) rows.shift()
    },
  }
}
