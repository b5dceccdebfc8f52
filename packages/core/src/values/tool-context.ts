import type { Duration } from './duration.ts'
import type { CancelReason } from './cancel-reason.ts'
import type { Artifact } from './artifact.ts'
import type { JsonObject } from './json.ts'
import type { AskPerson } from './question.ts'
import type { Dependencies, Metadata, State } from './register.ts'
import type { Undo } from './undo.ts'

/** What a handler is given beside its arguments. Budgets, cancellation and identity travel in it. */
export interface ToolContext {
  /** Aborts when the call is cancelled or this attempt runs out of time; its reason is the `CancelReason`. */
  readonly signal: AbortSignal
  readonly runId: string
  readonly rootRunId: string
  readonly callId: string
  /** 0-based. */
  readonly iteration: number
  readonly sessionId: string
  readonly userId?: string | undefined
  readonly tenantId?: string | undefined
  readonly metadata: Metadata
  readonly dependencies: Dependencies
  /** The same for every attempt at this call. */
  readonly idempotencyKey: string
  /** The session's state, shared by the tools of its turns. */
  getState(): State
  /** Merges into the session's state. */
  setState(change: Partial<State>): void
  /** Data for the page, which the model never sees. */
  readonly artifacts: { add(artifact: Artifact): void }
  /** In a sandbox the data it was given as `env`, frozen; elsewhere empty. */
  readonly env: JsonObject
  /** Tells the page how far the call is; `pct` from 0 to 100. */
  report(progress: { pct?: number | undefined; message?: string | undefined }): void
  /** An `agent:custom` event. */
  emit(name: string, data: unknown): void
  /**
   * Says how to take back what this call does, for `agent.undo`: may be called more than once, and counts also when the call fails later. `undo` runs at
   * most once, after what was registered later; it may be asynchronous, and what it throws is why it cannot.
   */
  onUndo(undo: Undo): void
  /**
   * From now on the call goes on when its tool is unregistered, as when a form that is submitted leaves the page. Until then that ends it with
   * `scope_ended`.
   */
  outlive(): void
  /** Runs `cleanup` when this call ends, however it ends, the last one deferred first. */
  defer(cleanup: () => unknown): void
  /** Asks the person at the page, and waits for the answer. */
  readonly ask: AskPerson
  /** Resolves when a scope of that name is registered. Rejects `TimeoutError` after `timeout` (default 2 s). */
  waitForScope(name: string, options?: { timeout?: Duration | undefined }): Promise<void>
  /** Ends the whole run. */
  cancel(reason?: CancelReason): void
}
