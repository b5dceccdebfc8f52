import type { Agent } from '@ambit/core'
import type { UIMessage, UIMessageChunk } from 'ai'
import { toAnswer } from './answer.ts'
import { toAnswerChunk, type UIPart } from './ui-part.ts'
import { withAnswer } from './with-answer.ts'

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
        const answer = history.get(part.toolCallId)
        return answer?.role === 'tool' ? withAnswer(part, answer) : unmade(part)
      }),
    }
  })
}

/**
 * Returns the chunks that put answers from the history into the calls that a message leaves open.
 * With `isRunning`, a call without an answer stays open.
 */
export const toEndChunks = (
  { history }: Agent,
  { parts }: UIMessage,
  isRunning: boolean,
): UIMessageChunk[] =>
  parts.filter(isLeft).flatMap(({ toolCallId }) => {
    const answer = history.get(toolCallId)
    if (answer?.role === 'tool') return [toAnswerChunk(toolCallId, toAnswer(answer))]
    return isRunning ? [] : [{ type: 'tool-output-error', toolCallId, errorText }]
  })

type CallPart = Extract<UIPart, { toolCallId: string }>

const isLeft = (part: UIPart): part is CallPart =>
  'toolCallId' in part && !ended.includes(part.state)

/** The words about a call that the history does not have, because its message was cut. */
const errorText = 'The call was not made.'

function unmade(part: CallPart): UIPart {
  const { approval: _approval, ...rest } = part
  return { ...rest, state: 'output-error', errorText } as UIPart
}
