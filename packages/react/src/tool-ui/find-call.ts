import type { Agent, AssistantToolCall } from '@ambit/core'

/** A call as it stands in the history; undefined while a model still writes it. */
export function findCall(
  { history, activity }: Agent,
  callId: string,
): AssistantToolCall | undefined {
  const answer = history.get(callId)
  const asking = activity.getState().calls.get(callId)
  let at: string | null | undefined = answer?.parentId ?? asking?.messageId ?? history.head
  while (at) {
    const message = history.get(at)
    const call =
      message?.role === 'assistant' ? message.calls?.find(({ id }) => id === callId) : undefined
    if (call) return call
    at = message?.parentId
  }
  return undefined
}
