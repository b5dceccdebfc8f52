import type { ActivityState, Agent } from '@ambit/core'
import { useSyncExternalStore } from 'react'

/**
 * Selects a value of the agent's current activity. `select` must return a primitive. The component
 * renders again when this primitive changes. With `isFollowed` false, it only reads: each delta of
 * the model would call it. Default true.
 */
export function useActivity<T extends string | number | boolean | undefined>(
  { activity }: Agent,
  select: (state: ActivityState) => T,
  isFollowed: boolean = true,
): T {
  const read = (): T => select(activity.getState())
  return useSyncExternalStore(isFollowed ? activity.subscribe : neverChanges, read, read)
}

const neverChanges = () => (): void => undefined
