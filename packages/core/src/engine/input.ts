import { AgentError, isThenable } from '../errors/agent-error.ts'
import { GuardrailError } from '../errors/errors.ts'
import { isOfUser } from '../messages/branches.ts'
import type { ChatInput, Message, UserContent, UserMessage } from '../messages/message.ts'
import { toPluginError, type AgentPlugin } from '../plugins.ts'
import { holds, isWithdrawn } from '../turns.ts'
import type { Turn } from './loop.ts'
import type { With } from './plugin-list.ts'
import type { RunContext } from './run-context.ts'
import type { LoopRun } from './run.ts'
import { tellRefused, throwRefusal } from './seams.ts'

/** Whether a plug-in changes what is said. It is then in memory alone until its run begins. */
export const rewrites = ({ rewritesInput }: AgentPlugin): boolean => rewritesInput === true

type Checks = readonly With<'input'>[]

/** The messages of the user that plug-ins have accepted in this page. */
const accepted = new WeakMap<Checks, WeakSet<Message>>()

/** Notes that the plug-ins of a run have accepted messages. */
export function acceptInput({ plugins }: LoopRun, messages: readonly Message[]): void {
  const checks = plugins.of('input')
  if (checks.length === 0) return
  const known = accepted.get(checks) ?? new WeakSet()
  accepted.set(checks, known)
  for (const message of messages) known.add(message)
}

/** The message with which a turn begins, before it is in the history. */
interface TurnMessage {
  /** The content; undefined to answer an earlier message again. */
  readonly content: UserContent | undefined
  /** Whether the message that is answered again is checked too. */
  readonly isAgain: boolean
  /** The turn, which may have been checked while it waited. */
  readonly turn: Pick<Turn, 'isHeld' | 'checking'>
}

/**
 * Lets plug-ins check the messages that the model is about to answer. A refused message that is in
 * the history already leaves it, with everything that follows it. Rejects with the refusal.
 */
export async function checkTurn(run: LoopRun, asking: TurnMessage): Promise<void> {
  const checks = run.plugins.of('input')
  const { history } = run.session
  const { content, isAgain, turn } = asking
  const known = accepted.get(checks)
  for (const message of unanswered(history.messages, isAgain)) {
    if (!isAgain && known?.has(message)) continue
    const error = await refusalOfInput(run, message.content, run.context)
    if (error && error.cause === undefined) {
      const removed = history.remove(message.id)
      await run.journal?.refused(removed)
    }
    if (error) refuse(run, error)
    acceptInput(run, [message])
  }
  if (content === undefined) return
  const { isHeld, checking = Promise.resolve(false) } = turn
  if (isHeld === false || (await run.cancellation.race(checking).catch(() => false))) return
  const error = await refusalOfInput(run, content, run.context)
  if (isWithdrawn(run)) run.throwIfEnding()
  if (error) refuse(run, error)
}

function refuse(run: LoopRun, error: AgentError): never {
  tellRefused(run, error)
  throwRefusal(run, error)
}

/** Returns the messages of the user after the last answer; `isAgain` adds the one before it. */
function unanswered(messages: readonly Message[], isAgain: boolean): UserMessage[] {
  const isAnswer = ({ role, source }: { role: string; source?: string | undefined }): boolean =>
    role === 'assistant' && source === undefined
  const open = messages.slice(messages.findLastIndex(isAnswer) + 1).filter(isOfUser)
  const last = isAgain && open.length === 0 ? messages.findLast(isOfUser) : undefined
  return last ? [last] : open
}

/**
 * Asks the plug-ins about a message one after another. `run` is absent while the message waits for
 * its turn. Resolves with the error of the first that refuses it, and never rejects. The error has
 * a `cause` if nobody refused the message itself: a check failed, or the run was cancelled before
 * the check ended. After a cancel, only an answer that is there at once counts.
 */
export async function refusalOfInput(
  { plugins, cancellation }: Pick<LoopRun, 'plugins' | 'cancellation'>,
  content: UserContent,
  run: RunContext | undefined,
): Promise<AgentError | undefined> {
  for (const plugin of plugins.of('input')) {
    try {
      const checking = plugin.input({ run, content, text: toCheckedText(content) })
      if (isThenable(checking)) await cancellation.race(checking)
    } catch (cause) {
      if (!cancellation.reason) return toPluginError(plugin, cause)
      if (AgentError.is(cause, 'guardrail')) return cause
      return new GuardrailError(plugin.name, 'input', ended, { input: content, cause })
    }
  }
  return undefined
}

const ended = 'The run ended before the check did.'

/** Tells of words that no plug-in has passed: their run ended before. They are sent nowhere. */
export function tellHeld(run: LoopRun, said: ChatInput, cause: unknown): void {
  const input = said as UserContent
  const { name = '' } = run.plugins.all.find(holds) ?? {}
  tellRefused(run, new GuardrailError(name, 'input', ended, { input, cause }))
}

/** Returns every text of a message that is a user's own: its texts and the names of its files. */
const toCheckedText = (content: UserContent): string =>
  typeof content === 'string'
    ? content
    : content
        .flatMap((part) => (part.type === 'text' ? [part.text] : (part.filename ?? [])))
        .join('\n')
