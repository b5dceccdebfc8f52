import type { Agent } from '@ambit/core'

/** Tells if an agent has sessions beside the open one. */
export const hasStorage = ({ sessions }: Agent): boolean => sessions.enter !== undefined
