import { useSyncExternalStore } from 'react'

/** A store outside React that components read. */
export interface Readable<T> {
  readonly subscribe: (listener: () => void) => () => void
  /** Returns the same value until it changes. */
  readonly getState: () => T
  /** Returns the state at the start of the page: the one that a server rendered. */
  readonly getInitialState: () => T
}

/**
 * Reads a store, and re-renders when `select` returns another value. All stores are read by this
 * function.
 */
export function useStore<State, T>(store: Readable<State>, select: (state: State) => T): T {
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.getState()),
    () => select(store.getInitialState()),
  )
}

/** The listeners of something that changes. */
export class Listeners {
  readonly #listeners = new Set<() => void>()

  get size(): number {
    return this.#listeners.size
  }

  /** Adds a listener. Returns a function that removes it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls every listener. */
  readonly announce = (): void => {
    for (const listener of this.#listeners) listener()
  }
}
