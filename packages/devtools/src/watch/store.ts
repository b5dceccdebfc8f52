/** A value that changes, and that a component can read by `useSyncExternalStore`. */
export class Store<State> {
  #state: State
  readonly #listeners = new Set<() => void>()

  constructor(state: State) {
    this.#state = state
  }

  readonly getState = (): State => this.#state

  /** Calls `listener` after each change, until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  protected setState(state: State): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
