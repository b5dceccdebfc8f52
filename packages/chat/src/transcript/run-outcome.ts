import type { ActivityState } from '@ambit/core'

/** How a run ended, as the status line says it: `stopped` is a cancel. */
export type RunOutcome = 'done' | 'stopped' | 'failed'

/** How the last run ended. */
export function runOutcome({ error, cancelled }: ActivityState): RunOutcome {
  if (error !== undefined) return 'failed'
  return cancelled ? 'stopped' : 'done'
}
