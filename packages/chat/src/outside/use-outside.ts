import type { Agent, CallRecord } from '@ambit/core'
import { useMemo } from 'react'
import { useActivity } from '../use-activity.ts'

/** The callers from outside of the page. */
export interface OutsideState {
  /** True if the user has stopped them. */
  readonly isStopped: boolean
  /** The last 20 calls, oldest first. */
  readonly calls: readonly CallRecord[]
}

/** Returns the state of the callers from outside. */
export function useOutside(agent: Agent): OutsideState {
  const all = useActivity(agent, ({ calls }) => calls)
  const isStopped = useActivity(agent, () => !agent.scopes.getState().allowsOutside)
  return useMemo(() => ({ calls: outsideCalls(all), isStopped }), [all, isStopped])
}

/** Returns the last 20 calls from outside, oldest first. */
export const outsideCalls = (all: ReadonlyMap<string, CallRecord>): readonly CallRecord[] =>
  [...all.values()].filter(({ source }) => source).slice(-20)

/** Returns the call from outside that runs now. */
export const runningOutside = ({ calls }: OutsideState): CallRecord | undefined =>
  calls.findLast(({ state }) => state === 'running' || state === 'awaiting-approval')
