import type { Readable } from './use-store.ts'

/**
 * A store's state as one component reads it: another object only when a property that was read from
 * the last one has changed.
 */
export class TrackedState<State extends object> implements Readable<State> {
  readonly #store: Readable<State>
  readonly #keys: readonly (keyof State)[]
  #last: View<State>

  constructor(store: Readable<State>, keys: readonly (keyof State)[]) {
    this.#store = store
    this.#keys = keys
    this.#last = createView(keys, store.getState)
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener)

  readonly getState = (): State => {
    const state = this.#store.getState()
    const { read } = this.#last
    for (const [key, value] of read) {
      if (Object.is(state[key], value)) continue
      this.#last = createView(this.#keys, this.#store.getState)
      break
    }
    return this.#last.state
  }

  #initial: View<State> | undefined
  readonly getInitialState = (): State =>
    (this.#initial ??= createView(this.#keys, this.#store.getInitialState)).state
}

interface View<State> {
  readonly state: State
  /** What was read from `state`, as it was then: a view never contradicts itself. */
  readonly read: ReadonlyMap<keyof State, unknown>
}

function createView<State>(keys: readonly (keyof State)[], getState: () => State): View<State> {
  const read = new Map<keyof State, unknown>()
  const state = {} as State
  for (const key of keys) {
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
