import type { Readable } from '../use-store.ts'

/**
 * A store's state as one component reads it, beside what never changes: another object only when a
 * property that was read from the last one has changed.
 */
export class TrackedState<State extends object, Fixed extends object> implements Readable<
  State & Fixed
> {
  readonly #store: Readable<State>
  readonly #keys: readonly (keyof State)[]
  readonly #fixed: Fixed
  #last: View<State, Fixed>

  constructor(store: Readable<State>, keys: readonly (keyof State)[], fixed: Fixed) {
    this.#store = store
    this.#keys = keys
    this.#fixed = fixed
    this.#last = this.#view(store.getState)
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener)

  readonly getState = (): State & Fixed => {
    const state = this.#store.getState()
    for (const [key, value] of this.#last.read) {
      if (Object.is(state[key], value)) continue
      this.#last = this.#view(this.#store.getState)
      break
    }
    return this.#last.state
  }

  #initial: View<State, Fixed> | undefined
  readonly getInitialState = (): State & Fixed =>
    (this.#initial ??= this.#view(this.#store.getInitialState)).state

  #view(getState: () => State): View<State, Fixed> {
    const read = new Map<keyof State, unknown>()
    const state = { ...this.#fixed } as State & Fixed
    for (const key of this.#keys) {
      Object.defineProperty(state, key, {
        enumerable: true,
        get: () => {
          if (!read.has(key)) read.set(key, getState()[key])
          return read.get(key)
        },
      })
    }
    return { state, read }
  }
}

interface View<State, Fixed> {
  readonly state: State & Fixed
  /** What was read from `state`, as it was then: a view never contradicts itself. */
  readonly read: ReadonlyMap<keyof State, unknown>
}
