import type { AssistantMessage, AssistantToolCall, Message } from './message.ts'

/** Returns the calls of the last assistant message that have no answer. */
export function openCalls(messages: readonly Message[]): readonly AssistantToolCall[] {
  const at = messages.findLastIndex(({ role }) => role === 'assistant')
  const { calls = [] } = (messages[at] ?? {}) as Partial<AssistantMessage>
  if (calls.length === 0) return calls
  const answered = new Set(messages.slice(at + 1).map(({ id }) => id))
  return calls.filter(({ id }) => !answered.has(id))
}

/**
 * Returns the last message of the model if a run was cut short after it. Then it is the last
 * message of all, or some of its calls have no answer.
 */
export function pendingMessage(messages: readonly Message[]): AssistantMessage | undefined {
  const last = messages.findLast((message) => message.role === 'assistant')
  if (last?.role !== 'assistant' || last.finishReason === undefined) return undefined
  const isLast = messages.at(-1) === last
  return isLast || openCalls(messages).length > 0 ? last : undefined
}
