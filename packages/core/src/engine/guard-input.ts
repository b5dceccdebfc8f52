import type { GuardrailError } from '../errors/answer-errors.ts'
import type { Guardrail } from '../features.ts'
import { isOfPerson } from '../messages/branch.ts'
import type { UserContent } from '../messages/content.ts'
import type { Message, UserMessage } from '../messages/message.ts'
import type { Queue } from '../state/queue.ts'
import { findRefusal, hasGuardrails, isVerdict, throwRefusal } from './guardrails.ts'
import type { LoopRun } from './run-core.ts'

/** The messages of the person that guardrails have accepted in this page. */
const accepted = new WeakMap<readonly Guardrail[], WeakSet<Message>>()

/** Notes that the guardrails of a run have accepted messages. */
export function accept({ config: { guardrails } }: LoopRun, messages: readonly Message[]): void {
  const known = accepted.get(guardrails) ?? new WeakSet()
  accepted.set(guardrails, known)
  for (const message of messages) known.add(message)
}

/** The message with which a turn begins, before it is in the history. */
interface Asking {
  /** The message of the person; undefined to answer an earlier message again. */
  readonly content: UserContent | undefined
  /** True to check the message that is answered again. */
  readonly isAgain: boolean
  /** The queue that shows the message during its check; undefined apart from the session. */
  readonly queue?: Queue | undefined
}

/**
 * Checks the messages that the model is about to answer. A refused message that is in the history
 * already leaves it, with everything that follows it. Rejects with `GuardrailError`.
 */
export async function guardInput(run: LoopRun, asking: Asking): Promise<void> {
  if (!hasGuardrails(run, 'input')) return
  const { history } = run.session
  const { content, isAgain, queue } = asking
  const known = accepted.get(run.config.guardrails)
  for (const message of unanswered(history.messages, isAgain)) {
    if (!isAgain && known?.has(message)) continue
    const error = await checkInput(run, message.content)
    if (error && isVerdict(error)) {
      const removed = history.remove(message.id)
      await run.journal?.refused(removed)
    }
    if (error) refuse(run, error)
    accept(run, [message])
  }
  if (content === undefined) return
  let isWithdrawn = false
  const cancel = (): void => {
    isWithdrawn = true
    run.cancel({ kind: 'user' })
  }
  const leave = queue?.add({ runId: run.id, input: content, cancel })
  const error = await checkInput(run, content)
  leave?.()
  if (isWithdrawn) run.throwIfEnding()
  if (error) refuse(run, error)
}

/** Asks the input guardrails about a message. */
export const checkInput = (
  run: LoopRun,
  content: UserContent,
): Promise<GuardrailError | undefined> => findRefusal(run, 'input', toCheckedText(content), content)

function refuse(run: LoopRun, error: GuardrailError): never {
  run.log.emit('message_refused', { error })
  throwRefusal(run, error)
}

/** Returns the messages of the person after the last answer; `isAgain` adds the one before it. */
function unanswered(messages: readonly Message[], isAgain: boolean): UserMessage[] {
  const isAnswer = ({ role, source }: { role: string; source?: string | undefined }): boolean =>
    role === 'assistant' && source === undefined
  const open = messages.slice(messages.findLastIndex(isAnswer) + 1).filter(isOfPerson)
  const last = isAgain && open.length === 0 ? messages.findLast(isOfPerson) : undefined
  return last ? [last] : open
}

/** Returns every text of a message that is a person's own: its texts and the names of its files. */
const toCheckedText = (content: UserContent): string =>
  typeof content === 'string'
    ? content
    : content
        .flatMap((part) => (part.type === 'text' ? [part.text] : (part.filename ?? [])))
        .join('\n')
