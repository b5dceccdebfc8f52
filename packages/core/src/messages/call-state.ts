import type { JsonValue } from '../json/json.ts'
import type { CallActivity } from '../state/stores.ts'
import type { ToolMessage, ToolStatus } from './message.ts'

/** The state of a call that has ended. */
export type EndedCallState = 'succeeded' | 'failed' | 'denied' | 'cancelled' | 'interrupted'

/**
 * The state of a call, in the words that renderers, cards and docs share. `input-streaming`: the
 * model writes the arguments. `pending`: the call waits for its turn. The other states are as in
 * `CallActivity` and `EndedCallState`.
 */
export type CallState = CallActivity['status'] | EndedCallState

/**
 * The state of a call for each status of its answer. A new status does not compile without a state.
 */
const endedStates: Readonly<Record<ToolStatus, EndedCallState>> = {
  ok: 'succeeded',
  error: 'failed',
  invalid: 'failed',
  unknown: 'failed',
  disabled: 'failed',
  timeout: 'failed',
  denied: 'denied',
  cancelled: 'cancelled',
  interrupted: 'interrupted',
}

/**
 * Returns the state of a call: from its answer or, until there is an answer, from its activity. A
 * call with neither is `pending`. Default for `answer`: that of the activity.
 */
export function callState(
  activity: Pick<CallActivity, 'status' | 'answer'> | undefined,
  answer: Pick<ToolMessage, 'status'> | undefined = activity?.answer,
): CallState {
  return answer ? endedStates[answer.status] : (activity?.status ?? 'pending')
}

/** Returns the JSON value of a ToolMessage; the text itself if it was cut and is not JSON. */
export function parseToolContent(message: ToolMessage): JsonValue {
  try {
    return JSON.parse(message.content) as JsonValue
  } catch {
    return message.content
  }
}
