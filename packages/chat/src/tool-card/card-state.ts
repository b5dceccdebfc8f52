import type { CallActivity, ToolMessage } from '@ambit/core'

/**
 * The state of a call on its card: in preparation, waiting, running, or ended in one of several
 * ways.
 */
export type CardState =
  | 'preparing'
  | 'pending'
  | 'awaiting-approval'
  | 'running'
  | 'succeeded'
  | 'failed'
  | 'denied'
  | 'cancelled'
  | 'interrupted'

/** Returns the state of a call: from its activity, and from its answer once it has ended. */
export function cardState(
  activity: CallActivity | undefined,
  answer: ToolMessage | undefined,
): CardState {
  switch (answer?.status) {
    case 'ok':
      return 'succeeded'
    case 'denied':
      return 'denied'
    case 'cancelled':
    case 'interrupted':
      return answer.status
    case undefined:
      if (activity?.status === 'input-streaming') return 'preparing'
      return activity?.status ?? 'pending'
    default:
      return 'failed'
  }
}
