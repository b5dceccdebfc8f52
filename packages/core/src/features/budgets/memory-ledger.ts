import { checkOptions } from '../../options/check-names.ts'
import { checkMethod } from '../../options/values.ts'
import { type AgentPlugin, parts } from '../../plugins.ts'
import type { Ledger, LedgerRow } from '../../ports.ts'

/**
 * Creates the plug-in that writes a row for every model call to a ledger of your own. Throws
 * `AgentError` for one without `append`.
 */
export function ledger(target: Ledger): AgentPlugin {
  checkMethod('ledger', target, 'append')
  return { name: 'ledger', [parts]: { ledger: target } }
}

/**
 * Creates the plug-in with a ledger in memory. `rows` is in order. Past `maxRows` (default 10,000)
 * the oldest rows are removed.
 */
export function memoryLedger(
  options: { maxRows?: number | undefined } = {},
): AgentPlugin & { readonly rows: readonly LedgerRow[] } {
  checkOptions('`memoryLedger`', options, { maxRows: 'max maxEntries' })
  const { maxRows = 10_000 } = options
  const rows: LedgerRow[] = []
  const append = (row: LedgerRow): void => {
    rows.push(row)
    if (rows.length > maxRows) rows.shift()
  }
  return { ...ledger({ append }), rows }
}
