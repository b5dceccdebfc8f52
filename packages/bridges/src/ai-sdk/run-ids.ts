import type { Agent } from '@ambit/core'

/** The runs of the answers that transports have streamed, by the ids of the messages. */
const streamed = new WeakMap<object, Map<string, string>>()

/** Takes note of the run of an answer. */
export function noteRun(
  { history }: Pick<Agent, 'history'>,
  messageId: string,
  runId: string,
): void {
  const runs = streamed.get(history) ?? new Map<string, string>()
  streamed.set(history, runs.set(messageId, runId))
}

/**
 * Returns the run that made an answer, to undo its calls. Undefined where this page does not know
 * it: after a reload nothing can be undone.
 */
export function runOf(
  { history, calls }: Pick<Agent, 'history' | 'calls'>,
  messageId: string,
): string | undefined {
  const made = [...calls.getState().values()].find((call) => call.messageId === messageId)
  return streamed.get(history)?.get(messageId) ?? made?.runId
}
