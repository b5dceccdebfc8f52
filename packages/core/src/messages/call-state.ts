import type { CallActivity } from '../state/activity.ts'
import type { ToolMessage, ToolStatus } from './message.ts'

/** The state of a call that has ended. */
export type EndedCallState = 'succeeded' | 'failed' | 'denied' | 'cancelled' | 'interrupted'

/**
 * The state of a call, in the one word that renderers, cards and docs use for it. `input-streaming`:
 * the model writes its arguments. `pending`: it waits for its turn. The rest is as in `CallActivity`
 * and `EndedCallState`.
 */
export type CallState = CallActivity['status'] | EndedCallState

/** The state that each kind of answer stands for. A new status does not compile without its state. */
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
 * Returns the state of a call, from its answer and, until it has one, from its activity. A call with
 * neither is `pending`.
 */
export function callState(
  activity: Pick<CallActivity, 'status'> | undefined,
  answer: Pick<ToolMessage, 'status'> | undefined,
): CallState {
  return answer ? endedStates[answer.status] : (activity?.status ?? 'pending')
}
