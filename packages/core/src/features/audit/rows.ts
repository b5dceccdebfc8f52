import type { AuditFilter, AuditFormat, AuditRow } from '../../ports.ts'

/**
 * Leaves out the row of the start of each call that has ended. What stays with the status `started`
 * are calls that still run, or whose page has gone. For audits of your own, which keep every row.
 */
export function completeAudit(rows: readonly AuditRow[]): readonly AuditRow[] {
  const complete = new RowList()
  for (const row of rows) complete.add(row)
  return complete.list
}

/** The rows of an audit, without the starts of calls that have ended. */
export class RowList {
  readonly #rows = new Set<AuditRow>()
  /** The rows of the starts of each call that has not ended. A resumed call has several. */
  readonly #open = new Map<string, AuditRow[]>()

  add(row: AuditRow, maxRows: number = Number.POSITIVE_INFINITY): void {
    this.#rows.add(row)
    const call = keyOf(row)
    const begun = this.#open.get(call)
    if (row.status === 'started') this.#open.set(call, [...(begun ?? []), row])
    else if (begun && row.status !== 'revoked' && row.undoneRunId === undefined) {
      for (const start of begun) this.#rows.delete(start)
      this.#open.delete(call)
    }
    if (this.#rows.size > maxRows) this.#removeOldest()
  }

  get list(): readonly AuditRow[] {
    return [...this.#rows]
  }

  #removeOldest(): void {
    const [oldest] = this.#rows
    if (!oldest) return
    this.#rows.delete(oldest)
    if (oldest.status === 'started') this.#open.delete(keyOf(oldest))
  }
}

/**
 * Returns what the rows of one call have in common. The run is not: a page that goes on with a
 * conversation ends the calls of the page before it.
 */
const keyOf = ({ sessionId, callId }: AuditRow): string => JSON.stringify([sessionId, callId])

/** Whether a row matches a filter. For audits of your own. */
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
  'rememberedId',
  'rememberedKey',
  'rememberedUntil',
] as const satisfies readonly (keyof AuditRow)[]

function toCell(value: AuditRow[keyof AuditRow]): string {
  if (value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const harmless = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
