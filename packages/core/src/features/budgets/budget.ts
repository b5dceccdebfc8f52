import { Budget } from '../../limits.ts'
import type { Ledger, LedgerRow } from '../../ports.ts'

/**
 * Creates your own budget. Tools whose `run.cost.custom` names it are charged to it. A budget with
 * the name `tokens` or `costUsd` also counts model calls, and the `run.cost` of tools.
 *
 * `unit` defaults to the name. Throws `AgentError` for a `name` that is not text or is empty, and
 * for a `limit` that is not a finite number from 0.
 */
export const createBudget = (
  name: string,
  options: { limit: number; unit?: string | undefined },
): Budget => {
  const { limit, unit = name } = options ?? {}
  return new Budget(name, limit, unit, true)
}

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
