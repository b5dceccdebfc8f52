import type { AssistantToolCall, FinishReason, MessagePart } from '../messages/message.ts'
import { joinText, matchParts, unlinked } from '../messages/match-parts.ts'
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
 * Returns a response with the changes of a hook. Its `parts` say the same as its `content`,
 * `reasoning` and `calls`. If only `parts` were changed, the other fields follow them.
 */
export function changeResponse(
  response: ModelResponse,
  change: Partial<ModelResponse>,
): ModelResponse {
  const { parts = response.parts } = change
  const before = parts === response.parts ? response : readParts(response, parts)
  const isText = (text: string | undefined, own: string | undefined): boolean =>
    text !== undefined && text !== own
  const content = isText(change.content, response.content) ? change.content : before.content
  const calls = change.calls && change.calls !== response.calls ? change.calls : before.calls
  const reasoning =
    'reasoning' in change && change.reasoning !== response.reasoning
      ? change.reasoning
      : before.reasoning
  const written = { content: content ?? '', reasoning: reasoning ?? '', calls }
  const hasSameCalls = calls === response.calls || isSameJson(calls, response.calls)
  const own = hasSameCalls ? parts : parts.map(unlinked)
  const matched = matchParts({ ...written, parts: own })
  return { ...response, ...change, ...written, reasoning, parts: matched }
}

/** Returns a response whose text and calls are those of other parts. */
const readParts = (response: ModelResponse, parts: readonly MessagePart[]): ModelResponse => {
  const ids = new Set(parts.map((part) => (part.type === 'tool-call' ? part.id : undefined)))
  return {
    ...response,
    content: joinText(parts, 'text'),
    reasoning: joinText(parts, 'reasoning') || undefined,
    calls: response.calls.filter(({ id }) => ids.has(id)),
  }
}

/** The empty response, which no model gave. */
export const emptyResponse: ModelResponse = {
  content: '',
  calls: [],
  finishReason: 'stop',
  usage: { promptTokens: 0, completionTokens: 0, totalTokens: 0 },
  parts: [],
}

/** Tells if two values have the same JSON. A value that has none is like no other. */
function isSameJson(a: unknown, b: unknown): boolean {
  try {
    return JSON.stringify(a) === JSON.stringify(b)
  } catch {
    return false
  }
}
