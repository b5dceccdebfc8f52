import type { AgentState, CallRecord } from '@ambit/core'

/** Returns the call of the chat that runs now; of several, the one that started last. */
export const runningCall = ({ calls, runId: chat }: AgentState): CallRecord | undefined =>
  [...calls.values()].findLast(({ state, runId }) => state === 'running' && runId === chat)
