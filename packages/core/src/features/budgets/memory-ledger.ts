import type { Ledger, LedgerRow } from '../../ports.ts'

/**
 * Creates a ledger in memory. `rows` is in order. Past `maxRows` (default 10,000) the oldest rows
 * are removed.
 */
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
