import type { Undo } from '../values/undo.ts'

/** Where a call stands. */
export interface CallPlace {
  readonly callId: string
  readonly tool: string
  readonly iteration: number
  readonly sessionId: string
  /** Its run, and the runs that one is part of, the innermost first. */
  readonly runIds: readonly string[]
}

/** A call that registered how to take it back. */
export interface UndoableCall extends CallPlace {
  /** Has it taken back by `undo` too, before what was registered until now. */
  add(undo: Undo): void
  /** The call has ended: it can be undone from now on. */
  finish(): void
}
