import { closeCall } from '../engine/loop/answer-call.ts'
import { openCalls } from '../engine/loop/close-open-calls.ts'
import { commit } from '../engine/run/commit.ts'
import type { LoopRun } from '../engine/run/run-core.ts'
import type { Intent } from '../ports/storage.ts'
import type { CancelReason } from '../values/cancel-reason.ts'
import type { AssistantToolCall } from '../values/message.ts'

/** Why a call that may have run is closed. */
export const outcomeUnknown: CancelReason = {
  kind: 'manual',
  message:
    'the page ended while it ran, so its outcome is unknown: it may have taken effect. Check before doing it again',
}

const neverStarted: CancelReason = {
  kind: 'manual',
  message: 'the page ended before it was started; it did not run',
}

/** Answers the calls that a run which was cut short has left open, so that something new can be said. */
export async function closeInterrupted(
  run: LoopRun,
  intents: ReadonlyMap<string, Intent>,
): Promise<void> {
  for (const call of openCalls(run.session.history.messages)) {
    await interrupt(run, call, intents.has(call.id) ? outcomeUnknown : neverStarted)
  }
}

/** Answers one call as `interrupted`. */
export async function interrupt(
  run: LoopRun,
  call: AssistantToolCall,
  reason: CancelReason,
): Promise<void> {
  await closeCall(run, call, 0, reason, 'interrupted', (draft) => commit(run, draft))
}
