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
