import type { AssistantToolCall, FinishReason, MessagePart } from '../messages/message.ts'
import type { Usage } from '../budget/usage.ts'

/** The response of one model call. */
export interface ModelResponse {
  readonly content: string
  readonly reasoning?: string | undefined
  readonly calls: readonly AssistantToolCall[]
  /** The reason for which the model stopped; undefined if the stream ended before the model did. */
  readonly finishReason: FinishReason | undefined
  /** The usage of the call; undefined if the provider reported none. */
  readonly usage: Usage | undefined
  /** The lossless record of the message, in order. */
  readonly parts: readonly MessagePart[]
  /** The provider's own chunks, when `includeRaw` asks for them. */
  readonly raw?: readonly unknown[] | undefined
  /** The provider's id of the response. */
  readonly responseId?: string | undefined
}

/**
 * Returns a response with the changes of a hook. Text or calls that were changed without `parts`
 * get plain parts.
 */
export function changeResponse(
  response: ModelResponse,
  change: Partial<ModelResponse>,
): ModelResponse {
  const changed = { ...response, ...change }
  if (change.parts || (change.content === undefined && change.calls === undefined)) return changed
  const text = changed.content ? [{ type: 'text' as const, text: changed.content }] : []
  const calls = changed.calls.map(({ id, name }) => ({ type: 'tool-call' as const, id, name }))
  return { ...changed, parts: [...text, ...calls] }
}

/** The empty response, which no model gave. */
export const emptyResponse: ModelResponse = {
  content: '',
  calls: [],
  finishReason: 'stop',
  usage: { promptTokens: 0, completionTokens: 0, totalTokens: 0 },
  parts: [],
}
