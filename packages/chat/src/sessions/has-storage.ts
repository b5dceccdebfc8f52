import type { Agent } from '@ambit/core'

/** Whether an agent has sessions beside the open one. */
export const hasStorage = ({ sessions }: Agent): boolean => sessions.enter !== undefined
