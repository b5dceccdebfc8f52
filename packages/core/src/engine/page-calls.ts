import { noUsage } from '../budget/usage.ts'
import type { CancelReason } from '../cancel-reason.ts'
import { toMessage } from '../messages/history.ts'
import type {
  AssistantMessage,
  AssistantToolCall,
  Draft,
  ToolMessage,
} from '../messages/message.ts'
import { openCalls } from '../messages/open-calls.ts'
import type { Intent } from '../storage/session-row.ts'
import { closeCall } from './answer-call.ts'
import { commitTogether } from './commit.ts'
import type { CommitAnswer } from './ordered-answers.ts'
import type { LoopRun } from './run-core.ts'
import { derivedTaint } from './taint.ts'

/** The reason for closing a call that may have run. */
export const outcomeUnknown: CancelReason = {
  kind: 'manual',
  code: 'outcome_unknown',
  message:
    'the page ended while it ran, so its outcome is unknown: it may have taken effect. Check before doing it again',
}

/** Makes the message with which the page asks for a call. */
export const toAsking = (
  run: LoopRun,
  call: AssistantToolCall,
  createdAt: number,
): Draft<AssistantMessage> => ({
  id: run.ports.createId(),
  role: 'assistant',
  createdAt,
  calls: [call],
  finishReason: 'tool_calls',
  usage: noUsage,
  parts: [{ type: 'tool-call', id: call.id, name: call.name }],
  source: 'ui',
  ...derivedTaint(run),
})

/**
 * Returns the first call of the page that a page before this one started, and of which the history
 * has nothing. Returns undefined while calls are open, because no message may come between them and
 * their answers.
 */
export function lostCall({ session, journal }: LoopRun): Intent | undefined {
  const { history, notes = [] } = session
  if (openCalls(history.messages).length > 0) return undefined
  const isTold = (callId: string): boolean =>
    history.has(callId) || notes.some(({ id }) => id === callId)
  const intents = [...(journal?.intents.values() ?? [])]
  return intents.find(({ call, source }) => source !== undefined && !isTold(call.id))
}

/**
 * Commits a lost call of the page and its stored answer. Without one, the answer is `interrupted`.
 * Both are in the history when this returns.
 */
export async function tellLost(run: LoopRun, lost: Intent): Promise<void> {
  const { call, answer, startedAt, taint } = lost
  const asking: Draft<AssistantMessage> = {
    ...toAsking(run, call, startedAt),
    ...derivedTaint({ taint }),
  }
  const asked = toMessage<AssistantMessage>(asking, run.session.history.head)
  run.unreported.push(asked)
  const commitPair: CommitAnswer = (draft) => ({
    message: toMessage<ToolMessage>(draft, asked.id),
    kept: commitTogether(run, [asking, draft]),
  })
  if (!answer) {
    const closing = { call, reason: outcomeUnknown, commit: commitPair }
    await closeCall(run, { ...closing, status: 'interrupted' })
    return
  }
  const { message, kept } = commitPair(answer)
  run.unreported.push(message)
  await kept
}

/** Tells every lost call of the page, unless calls are open. */
export async function tellAllLost(run: LoopRun): Promise<void> {
  for (let lost = lostCall(run); lost; lost = lostCall(run)) await tellLost(run, lost)
}
