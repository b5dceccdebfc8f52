import type { CallActivity, ToolMessage } from '@ambit/core'

/** Where a call stands, as its card says: on its way, asked for, under way, or how it ended. */
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

/** The state of a call, from what it is doing and, once it has ended, how it was answered. */
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
