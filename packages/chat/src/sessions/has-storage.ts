import type { Agent } from '@ambit/core'

/** Whether there are sessions beside the open one. */
export const hasStorage = ({ sessions }: Agent): boolean => sessions.enter !== undefined
