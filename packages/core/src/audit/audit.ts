import type { ApprovalOutcome } from '../approval/approval-request.ts'
import type { Effect } from '../tools/effect.ts'
import type { JsonValue } from '../json/json.ts'
import type { ToolStatus } from '../messages/message.ts'
import type { Redaction } from '../features.ts'

/** Who asked for a call: the model, the page (`runTool`), or code (`runAgent`). */
export type AuditSource = 'model' | 'ui' | 'runAgent'

/** One tool call, as the audit keeps it: run or refused, or later taken back. Frozen. Hashes are SHA-256, 64 hex digits, over UTF-8. */
export interface AuditRow {
  /** When the call was answered, in milliseconds since the Unix epoch. */
  readonly at: number
  readonly startedAt: number
  /** From `startedAt` to `at`: waiting for a person is part of it. */
  readonly durationMs: number
  readonly runId: string
  readonly rootRunId: string
  readonly agentId: string
  readonly sessionId: string
  readonly userId?: string | undefined
  readonly tenantId?: string | undefined
  readonly callId: string
  readonly tool: string
  /** The scope the tool was registered in; absent for names that no tool has, and in `runAgent`. */
  readonly scope?: string | undefined
  readonly effect?: Effect | undefined
  readonly source: AuditSource
  /**
   * The run whose call was taken back, where that is what the row tells of: `runId`, `userId` and the times are then of the undo, `status` is what it came to, and the
   * arguments are in the call's own row, found by `callId`.
   */
  readonly undoneRunId?: string | undefined
  /** Whether third-party text was in what the model had read when it asked. */
  readonly isTainted: boolean
  readonly status: ToolStatus
  /** Of the arguments as they were asked for, as JSON with sorted keys. Absent of an undo. */
  readonly argumentsHash?: string | undefined
  /** What `redact` left of them; absent without `redact`. */
  readonly arguments?: JsonValue | undefined
  /**
   * Of the arguments that took their place: changed by the person who approved or by a hook, or filled in with defaults for the person to see. Absent where the call
   * went on as it was asked for.
   */
  readonly changedArgumentsHash?: string | undefined
  readonly changedArguments?: JsonValue | undefined
  /** What was decided about the call; absent where nobody had to be asked. */
  readonly decision?: ApprovalOutcome['decision'] | undefined
  /** Who or what decided. */
  readonly decidedBy?: ApprovalOutcome['by'] | undefined
  /** Why it was denied. */
  readonly reason?: string | undefined
  /** Of the answer: the `content` of the ToolMessage, which is what the model was told. Absent where a result cannot be written as JSON. */
  readonly resultHash?: string | undefined
}

/** Which rows are meant; what is left out does not matter. */
export interface AuditFilter {
  readonly runId?: string | undefined
  readonly rootRunId?: string | undefined
  readonly sessionId?: string | undefined
  readonly userId?: string | undefined
  readonly tenantId?: string | undefined
  readonly tool?: string | undefined
  readonly status?: ToolStatus | undefined
  /** The earliest `at`. */
  readonly from?: number | undefined
  /** The first `at` that is too late. */
  readonly to?: number | undefined
}

/** `jsonl`: a JSON object a line. `csv`: RFC 4180 with a header; cells that a spreadsheet would take for a formula begin with `'`. */
export type AuditFormat = 'jsonl' | 'csv'

/** What is kept of arguments: what a function returns for a copy of them, or what a `redaction` leaves. */
export type AuditRedact =
  | Redaction
  | ((args: unknown, at: { readonly tool: string }) => JsonValue | undefined)

/** Where a row for every tool call goes. One that fails is warned of once, and fails no run. */
export interface Audit {
  /** Without it no arguments are kept, only their hashes. One that throws keeps none. */
  readonly redact?: AuditRedact | undefined
  append(row: AuditRow): unknown
  /** In the order in which they were appended. */
  query(filter?: AuditFilter): readonly AuditRow[] | Promise<readonly AuditRow[]>
  export(format: AuditFormat, filter?: AuditFilter): string | Promise<string>
}

/** An audit in memory. */
export interface MemoryAudit extends Audit {
  query(filter?: AuditFilter): readonly AuditRow[]
  export(format: AuditFormat, filter?: AuditFilter): string
}

/**
 * An audit that ends with the page. Past `maxRows` (default 10,000) the oldest rows go. Arguments are kept only as `redact` leaves them, and not at all
 * without it.
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

/** Whether a row is meant by a filter; for audits of your own. */
export function matchesAudit(row: AuditRow, { from, to, ...equal }: AuditFilter): boolean {
  if (row.at < (from ?? row.at) || row.at >= (to ?? Number.POSITIVE_INFINITY)) return false
  return Object.entries(equal).every(
    ([field, value]) => value === undefined || row[field as keyof AuditRow] === value,
  )
}

/** Rows as text; for audits of your own. */
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
