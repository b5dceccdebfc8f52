import type { ActivityState, Agent } from '@ambit/core'
import { useSyncExternalStore } from 'react'

/**
 * Selects a value of the agent's current activity. `select` must return a primitive. The component
 * renders again when this primitive changes.
 */
export function useActivity<T extends string | number | boolean | undefined>(
  { activity }: Agent,
  select: (state: ActivityState) => T,
): T {
  const read = (): T => select(activity.getState())
  return useSyncExternalStore(activity.subscribe, read, read)
}
