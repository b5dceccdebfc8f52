import type { JsonValue } from '../json/json.ts'
import type { ToolMessage, ToolStatus } from './message.ts'

/** The state of a call that has ended. */
export type EndedCallState =
  | 'succeeded'
  | 'failed'
  | 'stale'
  | 'denied'
  | 'cancelled'
  | 'interrupted'

/**
 * The state of a call, in the words that renderers, cards and docs share. `input-streaming`: the
 * model writes the arguments. `pending`: the call waits for its turn. `awaiting-approval`: a user
 * decides if it runs. The states of a call that has ended are those of `EndedCallState`.
 */
export type CallState =
  | 'input-streaming'
  | 'pending'
  | 'awaiting-approval'
  | 'running'
  | EndedCallState

/**
 * The state of a call for each status of its answer. A new status does not compile without a state.
 */
const endedStates: Readonly<Record<ToolStatus, EndedCallState>> = {
  ok: 'succeeded',
  error: 'failed',
  invalid: 'failed',
  unknown: 'failed',
  disabled: 'failed',
  stale: 'stale',
  timeout: 'failed',
  denied: 'denied',
  cancelled: 'cancelled',
  interrupted: 'interrupted',
}

/**
 * Returns the state of a call: from its answer or, until there is an answer, from its record in
 * `agent.calls`. A call with neither is `pending`. Default for `answer`: that of the record.
 */
export function callState(
  record: { readonly state: CallState; readonly answer?: ToolMessage | undefined } | undefined,
  answer: Pick<ToolMessage, 'status'> | undefined = record?.answer,
): CallState {
  return answer ? endedStates[answer.status] : (record?.state ?? 'pending')
}

/** Returns the JSON value of a ToolMessage; the text itself if it was cut and is not JSON. */
export function parseToolContent(message: ToolMessage): JsonValue {
  try {
    return JSON.parse(message.content) as JsonValue
  } catch {
    return message.content
  }
}
