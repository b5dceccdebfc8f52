import { AgentError, type AgentState } from '@ambit/core'

/** The outcome of a run on the status line. `stopped` is a cancel, or a limit. */
export type RunOutcome = 'done' | 'stopped' | 'failed'

/** Returns the outcome of the last run. */
export function runOutcome({
  error,
  cancelled,
}: Pick<AgentState, 'error' | 'cancelled'>): RunOutcome {
  if (AgentError.is(error, 'limit')) return 'stopped'
  if (error !== undefined) return 'failed'
  return cancelled ? 'stopped' : 'done'
}
