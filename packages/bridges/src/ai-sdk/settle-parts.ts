import type { Agent } from '@ambit/core'
import type { UIMessage } from 'ai'
import { withAnswer } from './with-answer.ts'
import type { UIPart } from './ui-part.ts'

const ended = ['output-available', 'output-error', 'output-denied']

/**
 * Puts answers from the history into the calls that a chat left open: a stopped chat reads no more,
 * and an unanswered question has ended. The messages are those that the chat shows. Each changed
 * message is replaced in their list.
 */
export function settleParts({ history }: Agent, messages: UIMessage[]): void {
  messages.forEach((message, at) => {
    if (message.role !== 'assistant' || !message.parts.some(isLeft)) return
    messages[at] = {
      ...message,
      parts: message.parts.map((part) => {
        if (!isLeft(part)) return part
        const answer = history.get((part as { toolCallId: string }).toolCallId)
        return answer?.role === 'tool' ? withAnswer(part, answer) : unmade(part)
      }),
    }
  })
}

const isLeft = (part: UIPart): boolean => 'toolCallId' in part && !ended.includes(part.state)

/** Returns the part of a call that the history does not have, because its message was cut. */
function unmade(part: UIPart): UIPart {
  const { approval: _approval, ...rest } = part as UIPart & { approval?: unknown }
  return { ...rest, state: 'output-error', errorText: 'The call was not made.' } as UIPart
}
