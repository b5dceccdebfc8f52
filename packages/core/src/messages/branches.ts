// The reasons: decisions/0013.
import { misuse } from '../options/misuse.ts'
import { AgentError } from '../errors/agent-error.ts'
import { toErrorReport } from '../errors/errors.ts'
import { type History, moveHead } from './history.ts'
import {
  type AssistantToolCall,
  type ChatInput,
  holdsUntrusted,
  type Message,
  type ToolMessage,
  type UserMessage,
} from './message.ts'

/** The point in its history where a chat begins, if that is not the end. */
export interface Branch {
  readonly kind: 'regenerate' | 'edit'
  /**
   * The id of the message to answer again or to edit. Default, for `regenerate` only: the last
   * message of the user.
   */
  readonly id?: string | undefined
  /** True to answer a message again although calls that follow it took effect. */
  readonly again?: boolean | undefined
  /** The messages from before the branch stopped a chat; undefined if it stopped none. */
  readonly before?: readonly Message[] | undefined
}

/**
 * Moves the head to the point where a branch begins. The path there is complete: it ends after a
 * user message, or after a message whose calls are all answered. Throws `AgentError` if no branch
 * can begin there.
 */
export function branchOff(history: History, { kind, id }: Branch): void {
  const from = id === undefined ? history.messages.findLast(isOfUser) : history.get(id)
  if (!from) {
    throw id === undefined ? misuse('branchNone', []) : misuse('messageUnknown', [id])
  }
  moveHead(history, kind === 'edit' ? beforeEdit(from) : beforeAnswer(history, from))
}

/** Whether a branch edits a message that is third-party text as a whole. */
export function isForeign(history: History, { kind, id = '' }: Branch): boolean {
  const edited = kind === 'edit' ? history.get(id) : undefined
  return edited?.role === 'user' && edited.taint === 'untrusted' && !holdsUntrusted(edited.content)
}

/** Returns what a branch begins with. All parts of an edit of third-party text are marked. */
export function markEdit(
  history: History,
  branch: Branch | undefined,
  input: ChatInput,
): ChatInput {
  if (!branch || !isForeign(history, branch)) return input
  const parts = typeof input === 'string' ? [{ type: 'text' as const, text: input }] : input
  return parts.map((part) => ({ ...part, untrusted: true }))
}

function beforeEdit(message: Message): string | null {
  if (isOfUser(message)) return message.parentId
  throw misuse('branchEdit', [message.id])
}

function beforeAnswer(history: History, message: Message): string | null {
  if (message.role === 'user') return message.id
  let asking: Message | undefined = message
  while (asking?.role === 'tool') asking = history.get(asking.parentId ?? '')
  if (asking?.role === 'assistant' && asking.source !== 'ui') return asking.parentId
  throw misuse('branchAnswer', [message.id])
}

/** Whether a message is one of the user. */
export const isOfUser = (message: Message): message is UserMessage =>
  message.role === 'user' && message.source === undefined

/**
 * Moves the head of the history before a partial answer and its calls, so that the last message is
 * one for the model to answer. Throws `AgentError` if every message has its answer.
 */
export function goOn(history: History): void {
  const last = history.messages.findLast(({ role }) => role !== 'tool')
  // The calls of a partial answer were not run.
  if (last?.role === 'assistant' && last.finishReason === undefined) {
    moveHead(history, last.parentId)
  }
  const from = history.messages.at(-1)
  if (!from || from.role === 'assistant') {
    throw new AgentError('There is nothing to go on from: every message has its answer.')
  }
}

/**
 * Returns messages as providers accept them: every call is answered exactly once, right after the
 * message that asks for it. Missing answers become `interrupted`. Answers without a call are left
 * out. Each message follows the one before it. With `isWaiting`, calls at the very end stay open.
 */
export function closeHistory(
  messages: readonly Message[],
  now: number,
  isWaiting = false,
): Message[] {
  const closed: Message[] = []
  const add = (message: Message): void => {
    closed.push({ ...message, parentId: closed.at(-1)?.id ?? null })
  }
  let open = new Map<string, AssistantToolCall>()
  const closeOpen = (): void => {
    for (const call of open.values()) add(interrupted(call, now))
    open = new Map()
  }
  for (const message of messages) {
    if (message.role === 'tool') {
      if (open.delete(message.id)) add(message)
      continue
    }
    closeOpen()
    add(message)
    if (message.role === 'assistant') open = new Map(message.calls?.map((call) => [call.id, call]))
  }
  if (!isWaiting) closeOpen()
  return closed
}

const unknownOutcome = JSON.stringify(
  toErrorReport(
    new AgentError(
      'The call has no answer, so it may have taken effect. Check before doing it again.',
      { code: 'cancelled', details: { reason: { kind: 'manual' }, kind: 'manual' } },
    ),
  ),
)

/** Returns the answer to a call whose outcome nobody knows. */
export const interrupted = ({ id, name }: AssistantToolCall, now: number): ToolMessage => ({
  id,
  parentId: null,
  role: 'tool',
  name,
  createdAt: now,
  content: unknownOutcome,
  status: 'interrupted',
})
