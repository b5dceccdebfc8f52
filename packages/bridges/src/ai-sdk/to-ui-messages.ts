import type { Message, SessionArtifact, ToolMessage, Usage } from '@ambit/core'
import type { UIMessage } from 'ai'
import { toArtifactPart } from './data-chunks.ts'
import { toAssistantParts, toUserParts } from './message-parts.ts'
import type { PartOptions } from './ui-part.ts'
import { withAnswer } from './with-answer.ts'

/** The options of `toUIMessages`. */
export interface ToUIMessagesOptions extends PartOptions {
  /** The artifacts to show, each after its call. Default: none. */
  readonly artifacts?: readonly SessionArtifact[] | undefined
}

/**
 * Converts a history for a chat of the AI SDK, for example as the initial `messages` of `useChat`.
 * A model's answer, with its calls and all later answers of the same turn, is one message, as a
 * transport streams it. Messages of the application to the model are left out. A call without an
 * answer is `input-available`.
 */
export function toUIMessages(
  history: { readonly messages: readonly Message[] } | readonly Message[],
  options: ToUIMessagesOptions = {},
): UIMessage[] {
  const converted: UIMessage[] = []
  for (const message of 'messages' in history ? history.messages : history) {
    const last = converted.at(-1)
    if (message.role === 'user') {
      if (message.source === undefined) {
        converted.push({ id: message.id, role: 'user', parts: toUserParts(message.content) })
      }
    } else if (message.role === 'assistant') {
      const parts = toAssistantParts(message, options)
      if (last?.role === 'assistant') {
        last.parts.push(...parts)
        last.metadata = { usage: add((last.metadata as { usage: Usage }).usage, message.usage) }
      } else {
        converted.push({
          id: message.id,
          role: 'assistant',
          metadata: { usage: message.usage },
          parts,
        })
      }
    } else if (last) answerIn(last, message, options)
  }
  return converted
}

/** Puts an answer into the part of its call, and the call's artifacts behind the others. */
function answerIn({ parts }: UIMessage, message: ToolMessage, options: ToUIMessagesOptions): void {
  const at = parts.findIndex((part) => 'toolCallId' in part && part.toolCallId === message.id)
  const part = parts[at]
  if (!part) return
  parts[at] = withAnswer(part, message)
  for (const artifact of options.artifacts ?? []) {
    if (artifact.callId === message.id) parts.push(toArtifactPart(artifact))
  }
}

/** Adds the counts of two answers. */
function add(one: Usage, two: Usage): Usage {
  const sum: Record<string, unknown> = { ...one }
  for (const [key, count] of Object.entries(two)) {
    const before = sum[key]
    sum[key] = typeof before === 'number' ? before + count : count
  }
  return sum as unknown as Usage
}
