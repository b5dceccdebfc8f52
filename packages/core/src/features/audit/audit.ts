import type { ApprovalOutcome } from '../../approval/policy.ts'
import type { JsonValue } from '../../json/json.ts'
import type { ToolStatus } from '../../messages/message.ts'
import type { Redaction } from '../../options.ts'
import type { OutsideSource } from '../../tools/context.ts'
import type { Effect } from '../../tools/effects.ts'

/**
 * The party that asked for a call: the model, the page (`runTool`), or code (`runAgent`). Any other
 * is a caller from outside of the page, such as the agent of the browser (`webmcp`).
 */
export type AuditSource = 'model' | 'ui' | 'runAgent' | OutsideSource

/**
 * The kind of a row. `started`: the call is about to run, and its end has a row of its own.
 * `revoked`: a remembered approval was taken back. All others are how a call, or an undo, ended.
 */
export type AuditStatus = ToolStatus | 'started' | 'revoked'

/**
 * The start or the end of a tool call, the undo of one, or a remembered approval that was taken
 * back. A call that was never run has only the row of its end. Frozen. Hashes are SHA-256 over
 * UTF-8, as 64 hex digits.
 */
export interface AuditRow {
  /**
   * The time of the answer, in milliseconds since the Unix epoch. With the status `started`, the
   * time directly before the call runs.
   */
  readonly at: number
  /** The time at which the call was taken up, before its approval. */
  readonly startedAt: number
  /** The milliseconds from `startedAt` to `at`. Waiting for a person is included. */
  readonly durationMs: number
  readonly runId: string
  readonly rootRunId: string
  readonly agentId: string
  readonly sessionId: string
  readonly userId?: string | undefined
  readonly tenantId?: string | undefined
  readonly callId: string
  readonly tool: string
  /**
   * The scope that the tool was registered in. Absent for names that no tool has, and in
   * `runAgent`.
   */
  readonly scope?: string | undefined
  readonly effect?: Effect | undefined
  readonly source: AuditSource
  /**
   * The run whose call was undone; on rows of an undo only. On such a row, `runId`, `userId` and
   * the times describe the undo, and `status` is its outcome. The arguments are in the row of the
   * call, with the same `callId`.
   */
  readonly undoneRunId?: string | undefined
  /**
   * True if the model had read third-party text before it asked for the call, or if its caller was
   * given a `taint`.
   */
  readonly isTainted: boolean
  readonly status: AuditStatus
  /**
   * The hash of the arguments as the model asked for them, as JSON with sorted keys. Absent on rows
   * of an undo.
   */
  readonly argumentsHash?: string | undefined
  /** The arguments after `redact`. Absent without `redact`. */
  readonly arguments?: JsonValue | undefined
  /**
   * The hash of the arguments that replaced the first ones. Reasons: the approver or a hook changed
   * them, or defaults were filled in for the person to see. Absent if the call kept its arguments.
   */
  readonly changedArgumentsHash?: string | undefined
  readonly changedArguments?: JsonValue | undefined
  /**
   * The decision about the call. `denied` also where an approval came too late, or was for
   * something that had changed, or the call was cancelled before it ran. Absent if nobody had to be
   * asked.
   */
  readonly decision?: ApprovalOutcome['decision'] | undefined
  /** The party that decided. */
  readonly decidedBy?: ApprovalOutcome['by'] | undefined
  /**
   * The reason for which the call was denied: by a person, the policy, a hook or the engine. It has
   * gone through `redact`, if that is a `Redaction`, and through the agent's `redaction`.
   */
  readonly reason?: string | undefined
  /**
   * The id of the remembered approval that this decision made, that covered this call, or that was
   * taken back.
   */
  readonly rememberedId?: string | undefined
  /** The key of the remembered approval. Absent if it is for the tool. */
  readonly rememberedKey?: string | undefined
  /** The end of the remembered approval, in milliseconds since the Unix epoch. */
  readonly rememberedUntil?: number | undefined
  /**
   * The hash of the answer: the `content` of the ToolMessage, which the model got. Absent if the
   * result cannot be written as JSON.
   */
  readonly resultHash?: string | undefined
}

/** A filter of rows. A field that is left out matches every row. */
export interface AuditFilter {
  readonly runId?: string | undefined
  readonly rootRunId?: string | undefined
  readonly sessionId?: string | undefined
  readonly userId?: string | undefined
  readonly tenantId?: string | undefined
  /** The id of a call. Its undo has a row with the same id. */
  readonly callId?: string | undefined
  readonly tool?: string | undefined
  readonly status?: AuditStatus | undefined
  /** The earliest `at`, included. */
  readonly from?: number | undefined
  /** The end of the range of `at`, excluded. */
  readonly to?: number | undefined
}

/**
 * The format of an export. `jsonl`: one JSON object a line. `csv`: RFC 4180 with a header; a `'`
 * precedes cells that a spreadsheet would read as a formula.
 */
export type AuditFormat = 'jsonl' | 'csv'

/** The filter of arguments before they are kept: a function of a copy of them, or a `redaction`. */
export type AuditRedact =
  | Redaction
  | ((args: JsonValue, at: { readonly tool: string }) => JsonValue | undefined)

/**
 * A record of every tool call: a row directly before it runs, and one when it ends. If the record
 * fails, the run warns once and goes on.
 */
export interface Audit {
  /**
   * The filter of arguments. Without it only hashes of the arguments are kept. If it throws, the
   * arguments of that row are not kept. A `Redaction` is also applied to `reason`.
   */
  readonly redact?: AuditRedact | undefined
  /**
   * Keeps a row. If it returns a promise, a call waits for its row with the status `started`, at
   * most one second.
   */
  append(row: AuditRow): unknown
  /**
   * Returns the rows in the order in which they were appended. A call that has ended has one row,
   * that of its end: see `completeAudit`.
   */
  query(filter?: AuditFilter): readonly AuditRow[] | Promise<readonly AuditRow[]>
  export(format: AuditFormat, filter?: AuditFilter): string | Promise<string>
}

/** An audit in memory. */
export interface MemoryAudit extends Audit {
  query(filter?: AuditFilter): readonly AuditRow[]
  export(format: AuditFormat, filter?: AuditFilter): string
}

/**
 * Creates an audit in memory, which ends with the page. The row of a call's end takes the place of
 * the row of its start. Past `maxRows` (default 10,000) the oldest rows are removed. Arguments are
 * kept only after `redact`; without `redact` they are not kept.
 */
export function memoryAudit({
  redact,
  maxRows = 10_000,
}: {
  redact?: AuditRedact | undefined
  maxRows?: number | undefined
} = {}): MemoryAudit {
  const rows = new RowList()
  const query = (filter: AuditFilter = {}): readonly AuditRow[] =>
    rows.list.filter((row) => matchesAudit(row, filter))
  return {
    redact,
    append: (row) => rows.add(row, maxRows),
    query,
    export: (format, filter) => formatAudit(query(filter), format),
  }
}

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
class RowList {
  readonly #rows = new Set<AuditRow>()
  /** The rows of the starts of each call that has not ended. A resumed call has several. */
  readonly #open = new Map<string, AuditRow[]>()

  add(row: AuditRow, maxRows = Number.POSITIVE_INFINITY): void {
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
