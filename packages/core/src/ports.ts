import type { ApprovalOutcome } from './approval/policy.ts'
import type { ValidationIssue } from './errors/errors.ts'
import type { JsonValue } from './json/json.ts'
import type { ToolStatus } from './messages/message.ts'
import type { Usage } from './model/usage.ts'
import type { OutsideSource } from './tools/context.ts'
import type { Effect } from './tools/effects.ts'

/** The request for a new answer if an answer does not fit `output`; made by `repair`. */
export interface Repair {
  readonly maxAttempts: number
  readonly toMessage: (issues: readonly ValidationIssue[]) => string
}

/**
 * The place where the plug-in `toolCache` keeps results. `value` is an entry of
 * Ambit: a result with the third-party text that it was made from. A cache gives back what it was
 * given.
 */
export interface ToolCache {
  readonly get: (key: string, now: number) => { readonly value: unknown } | undefined
  readonly set: (key: string, value: unknown, expiresAt: number) => void
}

/** The rule that keeps secrets from the model; made by `redaction`. */
export interface Redaction {
  /**
   * Returns the text without its secrets. The text is JSON, or any text if the JSON was cut.
   * Strings past the first `maxCharacters` may be left out, because nobody gets them.
   */
  readonly redact: (json: string, maxCharacters?: number) => string
}

/**
 * One model call, as the ledger keeps it. Failed calls, repairs and the calls of optional features
 * have rows too. Frozen.
 */
export interface LedgerRow {
  /** The time in milliseconds since the Unix epoch. */
  readonly at: number
  readonly runId: string
  readonly rootRunId: string
  readonly agentId: string
  readonly sessionId: string
  readonly userId?: string | undefined
  readonly tenantId?: string | undefined
  readonly iteration: number
  readonly model: string
  readonly status: 'ok' | 'failed' | 'cancelled'
  /** The number of requests to the model: one, and one more for each retry. */
  readonly attempts: number
  /** The `kind` of the `ModelError`, if the call failed. */
  readonly error?: string | undefined
  readonly usage: Usage
  readonly costUsd?: number | undefined
  /** The number of calls that the model asked for. */
  readonly toolCalls: number
  readonly durationMs: number
}

/** A record of every model call, a row each. If it fails, the run warns and goes on. */
export interface Ledger {
  append(row: LedgerRow): unknown
}

/**
 * The party that asked for a call: the model, the page (`runTool`), a model that the page runs by
 * itself (`ai-sdk`), or code (`runAgent`). Any other is a caller from outside of the page, such as
 * the agent of the browser (`webmcp`).
 */
export type AuditSource = 'model' | 'ui' | 'ai-sdk' | 'runAgent' | OutsideSource

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
  /** The milliseconds from `startedAt` to `at`. Waiting for a user is included. */
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
   * The hash of the arguments that replaced the first ones. Reasons: the approver or a plug-in
   * changed them, or defaults were filled in for the user to see. Absent if the call kept its
   * arguments.
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
   * The reason for which the call was denied: by a user, the policy, a plug-in or the engine. It
   * has gone through `redact`, if that is a `Redaction`, and through the agent's `redaction`.
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
