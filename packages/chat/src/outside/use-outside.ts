import type { Agent, OutsideCall, OutsideState } from '@ambit/core'
import { useSyncExternalStore } from 'react'

/** Returns the state of the callers from outside. */
export const useOutside = ({ outside }: Agent): OutsideState =>
  useSyncExternalStore(outside.subscribe, outside.getState, outside.getState)

/** Returns the call from outside that runs now. */
export const runningOutside = ({ calls }: OutsideState): OutsideCall | undefined =>
  calls.findLast(({ status }) => status === 'running')
