import type { Message } from '@ambit/core'

export type RunOutcome = 'done' | 'stopped' | 'failed'

/** How the last run ended, from what it left behind. */
export function runOutcome(messages: readonly Message[], error: unknown): RunOutcome {
  if (error !== undefined) return 'failed'
  const last = messages.at(-1)
  if (last?.role === 'assistant') return last.finishReason === undefined ? 'stopped' : 'done'
  return last?.role === 'tool' && last.status !== 'cancelled' ? 'done' : 'stopped'
}
