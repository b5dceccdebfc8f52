import { AgentError } from '../errors/agent-error.ts'
import { type History, moveHead } from './history.ts'
import type { Message } from './message.ts'

/** Where in its history a chat begins, when not at the end. */
export interface Branch {
  readonly kind: 'regenerate' | 'edit'
  /** Default, for `regenerate` alone: the last message of the person. */
  readonly id?: string | undefined
}

/**
 * Moves the head to where a branch begins. Every path ends closed there: right after what a person said, or after a message whose calls are
 * all answered. Throws `AgentError` where no branch can begin.
 */
export function branchOff(history: History, { kind, id }: Branch): void {
  const from = id === undefined ? history.messages.findLast(isOfPerson) : history.get(id)
  if (!from) {
    throw new AgentError(
      id === undefined
        ? 'There is nothing to answer again: nobody has said anything yet.'
        : `There is no message "${id}" in the history.`,
    )
  }
  moveHead(history, kind === 'edit' ? beforeEdit(from) : beforeAnswer(history, from))
}

function beforeEdit(message: Message): string | null {
  if (isOfPerson(message)) return message.parentId
  throw new AgentError(
    `Message "${message.id}" is not what a person said, so there is nothing to edit. Give the id of a user message.`,
  )
}

function beforeAnswer(history: History, message: Message): string | null {
  if (message.role === 'user') return message.id
  let asking: Message | undefined = message
  while (asking?.role === 'tool') asking = history.get(asking.parentId ?? '')
  if (asking?.role === 'assistant' && asking.source !== 'ui') return asking.parentId
  throw new AgentError(
    `Message "${message.id}" is what the page asked for, so there is no answer to give again. Call \`runTool\`.`,
  )
}

const isOfPerson = (message: Message): boolean =>
  message.role === 'user' && message.source === undefined
