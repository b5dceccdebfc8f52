import type { ActivityState, Agent } from '@ambit/core'
import { useSyncExternalStore } from 'react'

/** Part of what the agent does now. `select` gives a primitive: the component renders again when that changes. */
export function useActivity<T extends string | number | boolean | undefined>(
  { activity }: Agent,
  select: (state: ActivityState) => T,
): T {
  const read = (): T => select(activity.getState())
  return useSyncExternalStore(activity.subscribe, read, read)
}
