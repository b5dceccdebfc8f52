import type { AgentEvent } from '@ambit/core'

/** Whether an event is the one that a run ends with. */
export const isEnd = ({ type }: AgentEvent): boolean =>
  type === 'agent:completed' || type === 'agent:failed' || type === 'agent:cancelled'
