import { AgentError } from '../../errors/agent-error.ts'
import type { LoopRun } from '../../engine/run.ts'
import {
  type Feature,
  isVerdict,
  tellRefused,
  throwRefusal,
  type TurnMessage,
} from '../../engine/seams.ts'
import { GuardrailError } from '../../errors/errors.ts'
import { isOfPerson } from '../../messages/branches.ts'
import type { Message, UserContent, UserMessage } from '../../messages/message.ts'
import type { Guardrail } from '../../ports.ts'

/** The messages of the person that guardrails have accepted in this page. */
const accepted = new WeakMap<readonly Guardrail[], WeakSet<Message>>()

/** Notes that the guardrails of a run have accepted messages. */
function accept({ config: { guardrails } }: LoopRun, messages: readonly Message[]): void {
  const known = accepted.get(guardrails) ?? new WeakSet()
  accepted.set(guardrails, known)
  for (const message of messages) known.add(message)
}

/**
 * Checks the messages that the model is about to answer. A refused message that is in the history
 * already leaves it, with everything that follows it. Rejects with `GuardrailError`.
 */
async function guardInput(run: LoopRun, asking: TurnMessage): Promise<void> {
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
const checkInput = (run: LoopRun, content: UserContent): Promise<GuardrailError | undefined> =>
  findRefusal(run, 'input', toCheckedText(content), content)

function refuse(run: LoopRun, error: GuardrailError): never {
  tellRefused(run, error)
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

type Phase = GuardrailError['phase']

/** Whether a run has guardrails of a phase. */
const hasGuardrails = (run: LoopRun, wanted: Phase): boolean =>
  run.config.guardrails.some(({ phase }) => phase === wanted)

/**
 * Asks the guardrails of a phase one after another. Resolves with the error of the first that does
 * not accept the text, and never rejects. `input` is the message of the person.
 *
 * The error has a `cause` if the check threw, or if the run was cancelled before the check ended.
 * After a cancel, only an answer that is there at once counts.
 */
async function findRefusal(
  run: LoopRun,
  phase: Phase,
  text: string,
  input?: UserContent,
): Promise<GuardrailError | undefined> {
  const { cancellation, config } = run
  for (const guardrail of config.guardrails) {
    if (guardrail.phase !== phase) continue
    const refuse = (reason: string, cause?: unknown): GuardrailError =>
      new GuardrailError(guardrail.name, phase, reason, { input, cause })
    try {
      const said: unknown = guardrail.check(text, run.context)
      if (said === true) continue
      const verdict = await cancellation.race(said)
      if (verdict === true) continue
      return refuse(typeof verdict === 'string' && verdict !== '' ? verdict : noReason)
    } catch (cause) {
      return refuse(AgentError.is(cause, 'cancelled') ? ended : failed, cause)
    }
  }
  return undefined
}

const noReason = 'No reason was given.'
const ended = 'The run ended before the check did.'
const failed = 'The check itself failed, so nothing was let through.'

/** The feature that asks guardrails about messages of the user and of the model. */
export const guardrails: Feature = {
  message: { begin: guardInput, join: checkInput, committed: accept },
  request: {
    isHeld: ({ config }) => config.guardrails.some(({ buffer }) => buffer),
    // A message of calls alone, and a cut one without text, have nothing to check.
    refuse: (run, { content, calls, finishReason }) =>
      content || (calls.length === 0 && finishReason !== undefined)
        ? findRefusal(run, 'output', content)
        : undefined,
  },
}
