import type { CancelReason } from '../../values/cancel-reason.ts'
import type { AssistantMessage, AssistantToolCall, Message } from '../../values/message.ts'
import { closeCall } from './answer-call.ts'
import { commit } from '../run/commit.ts'
import type { LoopRun } from '../run/run-core.ts'

/** The calls of the last assistant message that have no answer. */
export function openCalls(messages: readonly Message[]): readonly AssistantToolCall[] {
  const at = messages.findLastIndex(({ role }) => role === 'assistant')
  const { calls = [] } = (messages[at] ?? {}) as Partial<AssistantMessage>
  if (calls.length === 0) return calls
  const answered = new Set(messages.slice(at + 1).map(({ id }) => id))
  return calls.filter(({ id }) => !answered.has(id))
}

/** Answers whatever calls of this run have no answer yet, so that a history is closed however its run ends. */
export async function closeOpenCalls(
  run: LoopRun,
  reason: CancelReason,
  status: 'cancelled' | 'interrupted',
): Promise<void> {
  for (const call of openCalls(run.messages)) {
    await closeCall(run, call, Math.max(0, run.iterations.length - 1), reason, status, (draft) =>
      commit(run, draft),
    )
  }
}
