import type { Duration } from '../clock.ts'
import type { JsonObject, JsonValue } from '../json/json.ts'
import type { JSONSchema7 } from '@ai-sdk/provider'
import type { Effect } from '../tools/effect.ts'

/** How to approve. */
export interface ApproveOptions {
  /** Run with these arguments instead. They are validated; the call is denied when they do not fit. The model is told. */
  readonly args?: JsonObject | undefined
  /**
   * Do not ask again for this tool in this scope, for so long; `true` is an hour. Only where `canRemember` says so, and only until the tool's
   * description, schema or effect changes.
   */
  readonly remember?: boolean | Duration | undefined
}

/** What an approver decides. `true` and `false` are for short. */
export type ApprovalDecision =
  | boolean
  | ({ readonly decision: 'approve' } & ApproveOptions)
  | { readonly decision: 'deny'; readonly comment?: string | undefined }

/**
 * Why a person is asked: `taint`, third-party text is in what the model read and the call sends or destroys something; `tool`, its `requiresApproval`; `policy`, the agent's;
 * `effect`, it is destructive; `resume`, it was started before its page ended and may have run.
 */
export type ApprovalCause = 'taint' | 'tool' | 'policy' | 'effect' | 'resume'

/** One call that waits for a person. Frozen; the approval is of exactly this. */
export interface ApprovalRequest {
  /** Of the request; what `approve` and `deny` take. */
  readonly id: string
  readonly callId: string
  readonly runId: string
  readonly sessionId: string
  readonly tool: string
  /** The tool's title, for people. */
  readonly title: string
  /** The label of the scope the tool is registered in. */
  readonly scope: string
  /** What the handler will get, before its schema parses it; defaults are filled in. */
  readonly args: JsonObject
  /** The tool's parameters. */
  readonly parameters: JSONSchema7
  /** SHA-256 of the canonical arguments, 64 hex digits. */
  readonly argsHash: string
  readonly effect: Effect
  readonly cause: ApprovalCause
  /** What third-party text the model had read when it asked for the call, in words; absent when none. */
  readonly taint?: string | undefined
  /** What the tool's `preview` returned, as JSON. */
  readonly preview?: JsonValue | undefined
  /** Why there is no preview, where the tool has one. */
  readonly previewError?: string | undefined
  /** Whether `remember` may be given. */
  readonly canRemember: boolean
  /** Milliseconds since the Unix epoch. */
  readonly requestedAt: number
  /** When nobody's answer counts any more. */
  readonly expiresAt: number
}

/** A tool that a person need not be asked for again. Kept in memory alone: a reload asks anew. */
export interface RememberedApproval {
  readonly id: string
  readonly tool: string
  /** For people. */
  readonly title: string
  /** The name of the scope the tool is registered in. */
  readonly scope: string
  /** Whose it is, where the run says. */
  readonly userId?: string | undefined
  /** SHA-256 of the tool's description, schema and effect: another tool of the name is asked for anew. */
  readonly toolHash: string
  readonly createdAt: number
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number
}

/** How a request ended. */
export interface ApprovalOutcome {
  readonly decision: 'approved' | 'denied'
  /** Who or what decided. `nobody`: there was no approver. */
  readonly by: 'person' | 'onApproval' | 'remembered' | 'timeout' | 'nobody' | 'cancelled'
  /** What runs: the arguments approved, changed or not. */
  readonly args?: JsonObject | undefined
  /** What the model asked for, where the person changed it. */
  readonly original?: JsonObject | undefined
  /** SHA-256 of the canonical `args`. */
  readonly argsHash?: string | undefined
  /** Why it was denied. */
  readonly reason?: string | undefined
}
