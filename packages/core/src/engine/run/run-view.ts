import type { CancelReason } from '../../values/cancel-reason.ts'
import type { AgentEvent } from '../../values/event.ts'
import type { RunReport, RunStatus } from './run-result.ts'

/** What can be seen of a run, and done with it, from outside. */
export interface RunView {
  readonly id: string
  readonly status: RunStatus
  /** Everything observed so far, deltas aside. */
  readonly events: readonly AgentEvent[]
  /** What it is and has come to so far; undefined until it has begun. */
  readonly report: RunReport | undefined
  /** All that was observed, then what is, to the terminal event. */
  observe(): AsyncIterableIterator<AgentEvent>
  cancel(reason?: CancelReason): void
}
