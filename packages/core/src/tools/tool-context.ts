import type { CancelReason } from '../cancel-reason.ts'
import type { StandardSchema } from '../schema/parameters.ts'
import type { Duration } from '../clock.ts'
import type { JsonObject } from '../json/json.ts'
import type { Dependencies, Metadata, State } from '../register.ts'

/** What one call is for, of a tool that stands for several things on the page, such as the rows of a list. */
export interface CallSubject {
  /** What it is known by: a call that waits for a person is refused when one of them is another by then. */
  readonly parts: readonly unknown[]
  /** Calls back when it goes, which ends the question to the person, until the returned function is called. */
  onGone(listener: (reason: CancelReason) => void): () => void
}

/** Data a tool gives to the page and the model never sees. */
export interface Artifact {
  /** Unique in the run; one of the same id takes the place of the earlier. */
  readonly id: string
  /** What kind of thing it is, as `chart`: renderers choose by it. */
  readonly type: string
  readonly title?: string | undefined
  readonly data: unknown
}

/** What a tool asks the person for, by a schema of the answer. */
export interface Question<Answer> {
  /** What the person is asked, as text. */
  readonly message?: string | undefined
  /** Describes the answer, and checks it; of any type, an object for several fields. */
  readonly schema: StandardSchema<unknown, Answer>
}

/** Asks the person at the page. */
export interface AskPerson {
  /**
   * Shows a question and resolves with the person's text. Rejects `AskDeclinedError` when they decline, `CancellationError` as soon as the call
   * is cancelled, `AgentError` when nothing on the page shows questions. `limits.wallMs` stands still meanwhile; the tool's own `timeout` does not.
   */
  (question: string): Promise<string>
  /** The same for an answer of a form of its own: resolves with what the schema reads in it. Other answers do not end the wait. */
  <Answer>(question: Question<Answer> | StandardSchema<unknown, Answer>): Promise<Answer>
}

/** What an undo is given. */
export interface UndoContext {
  /** Aborts when the undoing is cancelled. */
  readonly signal: AbortSignal
}

/** Takes back what a call did; what it throws is why it cannot. */
export type Undo = (ctx: UndoContext) => unknown

/** A call that was, or was not, undone. */
export interface UndoneCall {
  readonly callId: string
  readonly tool: string
}

/** What `agent.undo` came to. */
export interface UndoResult {
  /** Calls that are taken back, the newest first. */
  readonly undone: readonly UndoneCall[]
  /** Calls of which an undo threw; their other undos still ran. */
  readonly failed: readonly (UndoneCall & { readonly error: Error })[]
  /**
   * Calls whose effect stays: `no_undo`, they succeeded, registered none, and do not only read; `running`, they have not ended, and can be undone
   * once they have.
   */
  readonly left: readonly (UndoneCall & { readonly reason: 'no_undo' | 'running' })[]
}

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
