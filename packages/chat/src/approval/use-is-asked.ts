import type { Agent } from '@ambit/core'
import { useSyncExternalStore } from 'react'

/** Whether a call waits for the user's approval, or a tool for their answer. */
export function useIsAsked({ pending }: Agent): boolean {
  const read = (): boolean => pending.getState().items.some(({ kind }) => kind !== 'signIn')
  return useSyncExternalStore(pending.subscribe, read, () => false)
}
