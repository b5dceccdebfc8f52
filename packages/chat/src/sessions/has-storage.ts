import type { Agent } from '@ambit/core'

/** Whether an agent has sessions beside the open one. */
export const hasStorage = ({ sessions }: Agent): boolean => sessions.enter !== undefined

/**
 * Whether the first stored conversation is still to be read. If it is not being read, the code for
 * that could not be fetched.
 */
export const isUnread = (agent: Agent): boolean => hasStorage(agent) && !agent.sessions.hasOpened
