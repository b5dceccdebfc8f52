import type { Audit, AuditFilter, AuditFormat, AuditRedact, AuditRow } from './audit.ts'

/**
 * Creates an audit in memory, which ends with the page. Past `maxRows` (default 10,000) the oldest
 * rows are removed. Arguments are kept only after `redact`; without `redact` they are not kept.
 */
export function memoryAudit({
  redact,
  maxRows = 10_000,
}: {
  redact?: AuditRedact | undefined
  maxRows?: number | undefined
} = {}): MemoryAudit {
  const rows: AuditRow[] = []
  const query = (filter: AuditFilter = {}): readonly AuditRow[] =>
    rows.filter((row) => matchesAudit(row, filter))
  return {
    redact,
    append: (row) => {
      rows.push(row)
      if (rows.length > maxRows) rows.shift()
    },
    query,
    export: (format, filter) => formatAudit(query(filter), format),
  }
}

/** Tells if a row matches a filter. For audits of your own. */
export function matchesAudit(row: AuditRow, { from, to, ...equal }: AuditFilter): boolean {
  if (row.at < (from ?? row.at) || row.at >= (to ?? Number.POSITIVE_INFINITY)) return false
  return Object.entries(equal).every(
    ([field, value]) => value === undefined || row[field as keyof AuditRow] === value,
  )
}

/** Returns rows as text. For audits of your own. */
export function formatAudit(rows: readonly AuditRow[], format: AuditFormat): string {
  const lines =
    format === 'csv'
      ? [
          columns.join(','),
          ...rows.map((row) => columns.map((name) => toCell(row[name])).join(',')),
        ]
      : rows.map((row) => JSON.stringify(row))
  const end = format === 'csv' ? '\r\n' : '\n'
  return lines.map((line) => line + end).join('')
}

const columns = [
  'at',
  'startedAt',
  'durationMs',
  'runId',
  'rootRunId',
  'agentId',
  'sessionId',
  'userId',
  'tenantId',
  'callId',
  'tool',
  'scope',
  'effect',
  'source',
  'undoneRunId',
  'isTainted',
  'status',
  'argumentsHash',
  'arguments',
  'changedArgumentsHash',
  'changedArguments',
  'decision',
  'decidedBy',
  'reason',
  'resultHash',
] as const satisfies readonly (keyof AuditRow)[]

function toCell(value: AuditRow[keyof AuditRow]): string {
  if (value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const harmless = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
