import type { CancelReason } from '../../values/cancel-reason.ts'
import type { AgentEvent } from '../../values/event.ts'
import type { RunStatus } from './run-result.ts'

/** What can be seen of a run, and done with it, from outside. */
export interface RunView {
  readonly id: string
  readonly status: RunStatus
  /** Everything observed so far, deltas aside. */
  readonly events: readonly AgentEvent[]
  /** All that was observed, then what is, to the terminal event. */
  observe(): AsyncIterableIterator<AgentEvent>
  cancel(reason?: CancelReason): void
}
