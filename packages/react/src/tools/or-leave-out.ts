import type { Agent } from '@ambit/core'

/**
 * Registers something of a component and returns the function that removes it. If that throws, the
 * agent works without it and the page goes on: the returned function then removes the record.
 */
export function orLeaveOut(agent: Agent, what: string, register: () => () => void): () => void {
  try {
    return register()
  } catch (error) {
    return agent.scopes.leaveOut(what, error)
  }
}
