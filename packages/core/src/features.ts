import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ValidationIssue } from './errors/tool-errors.ts'
import type { Message } from './messages/message.ts'
import type { ModelRequest } from './model/request.ts'
import type { Usage } from './budget/usage.ts'
import type { HookContext } from './hooks.ts'

/** What an optional feature may use of the run it works in. */
export interface ExtraContext {
  readonly run: HookContext
  readonly model: LanguageModelV4
  readonly signal: AbortSignal
  /** One model call outside the loop, counted and billed as the run's own. Resolves with its text. */
  ask(request: ModelRequest, model?: LanguageModelV4): Promise<string>
}

type MaybePromise<T> = T | Promise<T>

/** A check of what goes in or comes out; made by `input` and `output`. */
export interface Guardrail {
  readonly name: string
  readonly phase: 'input' | 'output'
  /** True lets it pass; a string is the reason why not. */
  readonly check: (text: string, at: ExtraContext) => MaybePromise<true | string>
}

/** What is asked for again when an answer does not fit `output`; made by `repair`. */
export interface Repair {
  readonly maxAttempts: number
  readonly toMessage: (issues: readonly ValidationIssue[]) => string
}

/** What a request leaves out of a history that is too long; made by `trim`, `summarize` and `hybrid`. */
export interface Compaction {
  /** The messages to send: the same array when nothing is to be done. */
  readonly compact: (
    messages: readonly Message[],
    at: ExtraContext,
  ) => MaybePromise<readonly Message[]>
}

/** What makes a large result smaller before the model is told; made by `truncate` and `condense`. */
export interface ToolResultLimit {
  readonly limit: (
    json: string,
    at: ExtraContext & { readonly tool: string },
  ) => MaybePromise<string>
}

/** Where results of tools with `cache` are kept; made by `toolCache`. */
export interface ToolCache {
  readonly get: (key: string, now: number) => { readonly value: unknown } | undefined
  readonly set: (key: string, value: unknown, expiresAt: number) => void
}

/** What keeps secrets from the model; made by `redaction`. */
export interface Redaction {
  /** JSON text, or where it was cut any text, without the secrets in it. */
  readonly text: (json: string) => string
}

/** What to offer next; made by `followups`. */
export interface Followups {
  readonly suggest: (messages: readonly Message[], at: ExtraContext) => Promise<readonly string[]>
}

/** One model call, as the ledger keeps it: failed ones, repairs and those of optional features too. Frozen. */
export interface LedgerRow {
  /** Milliseconds since the Unix epoch. */
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
  /** How often the model was asked: once, and once more for each retry. */
  readonly attempts: number
  /** The `code` of the `ModelError`, where it failed. */
  readonly error?: string | undefined
  readonly usage: Usage
  readonly costUsd?: number | undefined
  /** How many calls the model asked for. */
  readonly toolCalls: number
  readonly durationMs: number
}

/** Where a row for every model call goes. One that fails is warned of and fails no run. */
export interface Ledger {
  append(row: LedgerRow): unknown
}
