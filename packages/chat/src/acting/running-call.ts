import type { ActivityState, CallActivity } from '@ambit/core'

/** Returns the call that runs now; of several, the one that started last. */
export const runningCall = ({ calls }: ActivityState): CallActivity | undefined =>
  [...calls.values()].findLast(({ status, answer }) => status === 'running' && !answer)
