import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ValidationIssue } from './errors/tool-errors.ts'
import type { Message } from './messages/message.ts'
import type { ModelRequest } from './model/request.ts'
import type { Usage } from './budget/usage.ts'
import type { HookContext } from './hooks.ts'

/** The parts of a run that an optional feature may use. */
export interface ExtraContext {
  readonly run: HookContext
  readonly model: LanguageModelV4
  readonly signal: AbortSignal
  /**
   * Makes one model call outside the loop, counted and billed as part of the run. Resolves with its
   * text.
   */
  ask(request: ModelRequest, model?: LanguageModelV4): Promise<string>
}

type MaybePromise<T> = T | Promise<T>

/** A check of a message; made by `inputGuardrail` and `outputGuardrail`. */
export interface Guardrail {
  readonly name: string
  readonly phase: 'input' | 'output'
  /** Returns true to accept the text, or the reason for a refusal. */
  readonly check: (text: string, at: ExtraContext) => MaybePromise<true | string>
  /** True to show nothing of a message of the model before all checks have accepted it. */
  readonly buffer?: boolean | undefined
}

/** The request for a new answer if an answer does not fit `output`; made by `repair`. */
export interface Repair {
  readonly maxAttempts: number
  readonly toMessage: (issues: readonly ValidationIssue[]) => string
}

/**
 * The rule that shortens a history that is too long for a request; made by `trim`, `summarize` and
 * `hybrid`.
 */
export interface Compaction {
  /** Returns the messages to send; the same array if nothing must be left out. */
  readonly compact: (
    messages: readonly Message[],
    at: ExtraContext,
  ) => MaybePromise<readonly Message[]>
}

/**
 * The rule that makes a large result smaller before the model gets it; made by `truncate` and
 * `condense`.
 */
export interface ToolResultLimit {
  readonly limit: (
    json: string,
    at: ExtraContext & { readonly tool: string },
  ) => MaybePromise<string>
}

/**
 * The cache for results of tools with `cache`; made by `toolCache`. `value` is an entry of Ambit: a
 * result with the third-party text that it was made from. A cache gives back what it was given.
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
  readonly text: (json: string, maxCharacters?: number) => string
}

/** The source of suggestions for the person's next message; made by `followups`. */
export interface Followups {
  readonly suggest: (messages: readonly Message[], at: ExtraContext) => Promise<readonly string[]>
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
  /** The `code` of the `ModelError`, if the call failed. */
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
