import { useSyncExternalStore } from 'react'

/** A store of the agent, or of the devtools. */
interface Readable<State> {
  readonly subscribe: (listener: () => void) => () => void
  readonly getState: () => State
}

/** Reads a store, and renders again after each change. */
export const useRead = <State>({ subscribe, getState }: Readable<State>): State =>
  useSyncExternalStore(subscribe, getState, getState)
