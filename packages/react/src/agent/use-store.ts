import { useSyncExternalStore } from 'react'

/** What this package reads of anything that changes outside React. */
export interface Readable<T> {
  readonly subscribe: (listener: () => void) => () => void
  /** Returns the same value until it changed. */
  readonly getState: () => T
  /** As `getState` was when the page began: what a server rendered. */
  readonly getInitialState: () => T
}

/** Re-renders when `select` comes to another value. The one place where React meets the stores. */
export function useStore<State, T>(store: Readable<State>, select: (state: State) => T): T {
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.getState()),
    () => select(store.getInitialState()),
  )
}
