import type { Agent } from '@ambit/core'
import { useSyncExternalStore } from 'react'

/** Whether a call waits for the person's approval, or a tool for their answer. */
export function useIsAsked({ approvals, asks }: Agent): boolean {
  const read = (): boolean =>
    approvals.getState().pending.length > 0 || asks.getState().pending.length > 0
  const subscribe = (listener: () => void): (() => void) => {
    const stops = [approvals.subscribe(listener), asks.subscribe(listener)]
    return () => stops.forEach((stop) => stop())
  }
  return useSyncExternalStore(subscribe, read, () => false)
}
