import type { AssistantMessage, Message } from '@ambit/core'
import type { UIMessageChunk } from 'ai'
import { type Answer, toAnswer } from './answer.ts'
import { toAssistantParts, toProviderAnswer } from './message-parts.ts'
import { type PartOptions, toAnswerChunk, toCallChunk, type UIPart } from './ui-part.ts'

/** Returns the chunks of messages that are in the history. Those of the user have none. */
export const toHistoryChunks = (
  messages: readonly Message[],
  options: PartOptions,
): UIMessageChunk[] =>
  messages.flatMap((message) => {
    if (message.role === 'tool') return [toAnswerChunk(message.id, toAnswer(message))]
    if (message.role === 'user') return []
    return toAssistantParts(message, options).flatMap((part, at) =>
      toChunks(part, `${message.id}-${at}`, options),
    )
  })

/**
 * Returns the chunks for what a message has besides its text, which deltas have brought. The call
 * of a result may have come before.
 */
export function toPartChunks(
  message: Pick<AssistantMessage, 'parts' | 'calls'>,
  options: PartOptions,
): UIMessageChunk[] {
  const isTold = ({ type }: UIPart): boolean =>
    type === 'step-start' || type === 'text' || type === 'reasoning'
  const parts = toAssistantParts(message, options).filter((part) => !isTold(part))
  const ids = new Set(message.parts.map((part) => part.type === 'tool-call' && part.id))
  const answers = message.parts.flatMap((part) =>
    part.type === 'tool-result' && !ids.has(part.id)
      ? [toAnswerChunk(part.id, toAnswerOf(toProviderAnswer(part)))]
      : [],
  )
  return [...parts.flatMap((part) => toChunks(part, '', options)), ...answers]
}

function toChunks(part: UIPart, id: string, options: PartOptions): UIMessageChunk[] {
  if (part.type === 'step-start') return [{ type: 'start-step' }]
  if (part.type === 'text' || part.type === 'reasoning') {
    const { type, text: delta } = part
    return [
      { type: `${type}-start`, id },
      { type: `${type}-delta`, id, delta },
      { type: `${type}-end`, id },
    ]
  }
  // Files, sources and the provider's own data have the same fields as a chunk.
  if (!('toolCallId' in part)) return [part as UIMessageChunk]
  const { toolCallId, state, input, providerExecuted } = part
  const name = 'toolName' in part ? part.toolName : part.type.slice('tool-'.length)
  const rest = { input, ...(providerExecuted && { providerExecuted }) }
  const call = toCallChunk('tool-input-available', toolCallId, name, options, rest)
  return state === 'input-available' ? [call] : [call, toAnswerChunk(toolCallId, toAnswerOf(part))]
}

/** Returns the end of a call that the provider made. */
const toAnswerOf = (part: {
  readonly state: string
  readonly output?: unknown
  readonly errorText?: string | undefined
}): Answer =>
  part.state === 'output-available'
    ? { state: part.state, output: part.output }
    : { state: 'output-error', errorText: part.errorText ?? '', toolMetadata: { status: 'error' } }
