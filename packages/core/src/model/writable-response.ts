import { isWritableJson } from '../json/json.ts'
import { toJsonText } from '../json/json-text.ts'
import type { AssistantToolCall, MessagePart } from '../messages/message.ts'
import type { ModelResponse } from './response.ts'

/** The text of arguments that are too deep, or that a hook gave and JSON cannot express. */
export const unwritableArguments = '(arguments that are not JSON, or are nested too deeply)'

/**
 * Returns a response without data that JSON cannot express, because such data would break every
 * later request. Arguments become text, which is refused when the call is checked. Calls
 * `onLeftOut` with the name of any other data that is left out.
 */
export function toWritable(
  response: ModelResponse,
  onLeftOut: (what: string) => void,
): ModelResponse {
  const { calls, parts } = response
  return {
    ...response,
    calls: calls.every(isWritableCall) ? calls : calls.map(toWritableCall),
    parts: parts.map((part) => toWritablePart(part, onLeftOut)),
  }
}

const isWritableCall = (call: AssistantToolCall): boolean => isWritableJson(call.arguments)

/** Returns a call whose arguments can be stored and sent. */
export const toWritableCall = (call: AssistantToolCall): AssistantToolCall =>
  isWritableCall(call) ? call : { ...call, arguments: {}, raw: unwritableArguments }

function toWritablePart(given: MessagePart, onLeftOut: (what: string) => void): MessagePart {
  let part = given
  if (part.providerMetadata && !isWritableJson(part.providerMetadata)) {
    onLeftOut('provider metadata')
    const { providerMetadata: _left, ...rest } = part
    part = rest as MessagePart
  }
  if (part.type === 'tool-result' && !isWritableJson(part.result)) {
    onLeftOut('a part of a result')
    return { ...part, result: readable(part.result) }
  }
  if (part.type === 'tool-call' && part.input !== undefined && !isWritableJson(part.input)) {
    onLeftOut('the arguments of a call that the provider runs')
    return { ...part, input: {} }
  }
  if (part.type === 'source' && !isWritableJson(part.source)) {
    onLeftOut('a source')
    return { type: 'source', source: {} }
  }
  return part
}

function readable(value: unknown): string {
  try {
    return toJsonText(value)
  } catch {
    return '(a result that is not JSON)'
  }
}
