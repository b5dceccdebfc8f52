import type { Agent, AgentState, SessionsState } from '@ambit/core'
import { useSyncExternalStore } from 'react'

/**
 * Selects a value of the agent's state of this moment: `useAgent` may be a frame behind. `select`
 * must return a primitive or a part of the state, and makes nothing anew. With
 * `isFollowed` false, it only reads: each delta of the model would call it. Default true.
 */
export function useActivity<T>(
  agent: Agent,
  select: (state: AgentState) => T,
  isFollowed: boolean = true,
): T {
  const read = (): T => select(agent.getState())
  return useSyncExternalStore(isFollowed ? agent.subscribe : neverChanges, read, read)
}

const neverChanges = () => (): void => undefined

/**
 * Whether the last run was cut short, as by a reload, and nothing goes on with it yet. A message
 * reads only this of the session: with the whole state, each run would render every message anew.
 */
export function useIsCutShort({ sessions }: Agent): boolean {
  const read = (): boolean => {
    const { isInterrupted, isResuming } = sessions.getState()
    return isInterrupted && !isResuming
  }
  return useSyncExternalStore(sessions.subscribe, read, () => false)
}

/** Returns the state of the open session at this moment. */
export const useSession = ({ sessions }: Agent): SessionsState =>
  useSyncExternalStore(sessions.subscribe, sessions.getState, sessions.getInitialState)
