// The reasons: decisions/0088.
import { AgentError } from '../errors/agent-error.ts'
import type { ModelError } from '../errors/model-error.ts'
import type { RefusedPart, UserMessage } from '../messages/message.ts'
import { isOfContent, refusedIn } from '../messages/refused.ts'
import { filesIn, filesOfOtherKind, toSent } from '../model/left-out.ts'
import { commitTogether } from './commit.ts'
import type { LoopRun } from './run.ts'

/**
 * Notes the files that made a model refuse a request, so that no later request holds them. They
 * are those that no model has accepted yet, or else all. If a request without any is refused as
 * well, they were not the cause, and what was noted since the last answer is taken back.
 *
 * @returns True to ask again at once. A user decides only about files of their newest message.
 */
export async function markRefused(
  run: LoopRun,
  { kind, isRetryable }: ModelError,
): Promise<boolean> {
  if (isRetryable || !isOfContent(kind)) return false
  const { messages } = run.session.history
  const sent = toSent(messages, run.config.request.modalities)
  const answered = messages.findLastIndex(
    (message) => message.role === 'assistant' && message.source !== 'ui' && message.finishReason,
  )
  const fresh = filesIn(sent.slice(answered + 1))
  const files = fresh.length > 0 ? fresh : filesIn(sent)
  const reason = kind.endsWith('too_large') ? 'too_large' : 'rejected'
  if (files.length > 0) {
    await leaveOut(run, files, reason)
    const newest = messages.findLast((message) => message.role === 'user' && !message.forModel)
    return !fresh.some(({ messageId }) => messageId === newest?.id)
  }
  const refused = refusedIn(messages)
  const before = refusedIn(messages.slice(0, answered + 1)).length
  // A file that is too large was measured, so another failure does not disprove it.
  const kept = refused.filter((part, index) => index < before || part.reason !== 'rejected')
  if (reason === 'rejected' && kept.length < refused.length) await note(run, kept)
  return false
}

/**
 * Rejects with `AgentError` if a message has files of a kind that the model does not take, and
 * notes these.
 */
export async function refuseModalities(run: LoopRun, message: UserMessage): Promise<void> {
  const { model, request } = run.config
  const refused = filesOfOtherKind(message, request.modalities)
  if (refused.length === 0) return
  await leaveOut(run, refused, 'kind')
  throw new AgentError(
    `"${model.modelId}" takes no parts of this kind (\`request.modalities\`). Leave the part out, or choose another model.`,
  )
}

/** Notes more files that are not to be sent. */
const leaveOut = (
  run: LoopRun,
  files: readonly Omit<RefusedPart, 'reason'>[],
  reason: RefusedPart['reason'],
): Promise<void> =>
  note(run, [
    ...refusedIn(run.session.history.messages),
    ...files.map((file) => ({ ...file, reason })),
  ])

async function note(run: LoopRun, refused: readonly RefusedPart[]): Promise<void> {
  const { createId, clock } = run.ports
  const draft = { id: createId(), role: 'user', source: 'app', forModel: true, refused } as const
  run.reportMessages(await commitTogether(run, [{ ...draft, createdAt: clock.now(), content: '' }]))
}
