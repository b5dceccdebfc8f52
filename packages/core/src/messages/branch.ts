import { AgentError } from '../errors/agent-error.ts'
import { type History, moveHead } from './history.ts'
import type { Message, UserMessage } from './message.ts'
import { holdsUntrusted } from './person-message.ts'

/** The point in its history where a chat begins, if that is not the end. */
export interface Branch {
  readonly kind: 'regenerate' | 'edit'
  /**
   * The id of the message to answer again or to edit. Default, for `regenerate` only: the last
   * message of the person.
   */
  readonly id?: string | undefined
}

/**
 * Moves the head to the point where a branch begins. The path there is complete: it ends after a
 * user message, or after a message whose calls are all answered. Throws `AgentError` if no branch
 * can begin there.
 */
export function branchOff(history: History, { kind, id }: Branch): void {
  const from = id === undefined ? history.messages.findLast(isOfPerson) : history.get(id)
  if (!from) {
    throw new AgentError(
      id === undefined
        ? 'There is no message to answer again: the person has not said anything yet. Call `chat` first.'
        : `There is no message "${id}" in the history. Give the id of one of its messages.`,
    )
  }
  moveHead(history, kind === 'edit' ? beforeEdit(from) : beforeAnswer(history, from))
}

/** Tells if a branch edits a message that is third-party text as a whole. */
export function isForeign(history: History, { kind, id = '' }: Branch): boolean {
  const edited = kind === 'edit' ? history.get(id) : undefined
  return edited?.role === 'user' && edited.taint === 'untrusted' && !holdsUntrusted(edited.content)
}

function beforeEdit(message: Message): string | null {
  if (isOfPerson(message)) return message.parentId
  throw new AgentError(
    `Message "${message.id}" is not a message of the person, so it cannot be edited. Give the id of a user message.`,
  )
}

function beforeAnswer(history: History, message: Message): string | null {
  if (message.role === 'user') return message.id
  let asking: Message | undefined = message
  while (asking?.role === 'tool') asking = history.get(asking.parentId ?? '')
  if (asking?.role === 'assistant' && asking.source !== 'ui') return asking.parentId
  throw new AgentError(
    `Message "${message.id}" is a call of the page, so the model cannot answer it again. Call \`runTool\` to make the call again.`,
  )
}

/** Tells if a message is one of the person. */
export const isOfPerson = (message: Message): message is UserMessage =>
  message.role === 'user' && message.source === undefined

/**
 * Moves the head of the history before a partial answer, so that the last message is one for the
 * model to answer. Throws `AgentError` if every message has its answer.
 */
export function goOn(history: History): void {
  const last = history.messages.at(-1)
  if (last?.role === 'assistant' && last.finishReason === undefined) {
    moveHead(history, last.parentId)
  }
  const from = history.messages.at(-1)
  if (!from || from.role === 'assistant') {
    throw new AgentError('There is nothing to go on from: every message has its answer.')
  }
}
