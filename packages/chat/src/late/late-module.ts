import { useSyncExternalStore } from 'react'

/** The wait before the second try, in milliseconds. */
const RETRY_MS = 1000

/** The state of a module. `module` is undefined until it is fetched. */
export interface LateState<Module> {
  readonly module: Module | undefined
  /** True after both tries failed, until a later try succeeds. */
  readonly hasFailed: boolean
  readonly isLoading: boolean
}

/**
 * A module that is fetched when `load` is first called. An external store in React's sense.
 *
 * A fetch that fails is tried once more after a second. Some browsers remember a failed module
 * until the page is reloaded. In those browsers, only a reload helps.
 */
export class LateModule<Module> {
  readonly #fetch: () => Promise<Module>
  readonly #pause: () => Promise<void>
  readonly #listeners = new Set<() => void>()
  #state: LateState<Module> = { module: undefined, hasFailed: false, isLoading: false }
  #loading: Promise<void> | undefined

  constructor(fetch: () => Promise<Module>, pause: () => Promise<void> = pauseBeforeRetry) {
    this.#fetch = fetch
    this.#pause = pause
  }

  readonly getState = (): LateState<Module> => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Fetches the module, unless it is there or a fetch is in progress. Begins anew after a failure.
   * Never rejects.
   */
  readonly load = (): Promise<void> => {
    if (this.#state.module !== undefined) return Promise.resolve()
    return (this.#loading ??= this.#tryTwice())
  }

  async #tryTwice(): Promise<void> {
    this.#set({ ...this.#state, isLoading: true })
    try {
      const module = await this.#fetch().catch(() => this.#pause().then(this.#fetch))
      this.#set({ module, hasFailed: false, isLoading: false })
    } catch {
      this.#set({ module: undefined, hasFailed: true, isLoading: false })
    } finally {
      this.#loading = undefined
    }
  }

  #set(state: LateState<Module>): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

const pauseBeforeRetry = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, RETRY_MS)
  })

/**
 * Returns the state of a module, and renders again when the state changes. Does not fetch the
 * module.
 */
export function useLateModule<Module>(late: LateModule<Module>): LateState<Module> {
  return useSyncExternalStore(late.subscribe, late.getState, () => notYet)
}

/**
 * The state in a rendering on the server, and in the first rendering of a page that hydrates it.
 */
const notYet: LateState<never> = { module: undefined, hasFailed: false, isLoading: false }
