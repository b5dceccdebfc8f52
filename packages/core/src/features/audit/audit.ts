import { checkOptions } from '../../options/check-names.ts'
import { checkMethod } from '../../options/values.ts'
import { type AgentPlugin, parts } from '../../plugins.ts'
import type { Audit, AuditFilter, AuditFormat, AuditRedact, AuditRow } from '../../ports.ts'
import { formatAudit, matchesAudit, RowList } from './rows.ts'

/**
 * Creates the plug-in that writes a row for every tool call, including refused calls, to an audit
 * of your own. Throws `AgentError` for one without `append`.
 */
export function audit(target: Pick<Audit, 'append'> & Partial<Audit>): AgentPlugin {
  checkMethod('audit', target, 'append')
  return { name: 'audit', [parts]: { audit: target } }
}

/** An audit in memory, which is a plug-in. */
export interface MemoryAudit extends AgentPlugin {
  /** Returns the rows in order. A call that has ended has one row, that of its end. */
  query(filter?: AuditFilter): readonly AuditRow[]
  export(format: AuditFormat, filter?: AuditFilter): string
}

/**
 * Creates the plug-in with an audit in memory, which ends with the page. The row of a call's end
 * takes the place of the row of its start. Past `maxRows` (default 10,000) the oldest rows are
 * removed. Arguments are kept only after `redact`; without `redact` they are not kept.
 */
export function memoryAudit(
  options: { redact?: AuditRedact | undefined; maxRows?: number | undefined } = {},
): MemoryAudit {
  checkOptions('`memoryAudit`', options, { maxRows: 'max maxEntries', redact: 'redaction' })
  const { redact, maxRows = 10_000 } = options
  const rows = new RowList()
  const query = (filter: AuditFilter = {}): readonly AuditRow[] =>
    rows.list.filter((row) => matchesAudit(row, filter))
  const formatAll = (format: AuditFormat, filter?: AuditFilter): string =>
    formatAudit(query(filter), format)
  const own = { query, export: formatAll }
  return { ...audit({ redact, append: (row) => rows.add(row, maxRows), ...own }), ...own }
}
