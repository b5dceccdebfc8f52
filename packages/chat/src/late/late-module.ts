import { useSyncExternalStore } from 'react'

/** The wait before the second try, in milliseconds. */
const RETRY_MS = 1000

/** How far a module is. `module` is there once it was fetched. */
export interface LateState<Module> {
  readonly module: Module | undefined
  /** True when both tries failed, until a later try succeeds. */
  readonly hasFailed: boolean
  readonly isLoading: boolean
}

/**
 * A module that is fetched when somebody needs it. An external store in React's sense.
 *
 * A fetch that fails is tried once more after a second. Some browsers remember a failed module until
 * the page is reloaded: there only a reload helps.
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

  /** Fetches the module, unless it is there or on its way. Begins anew after a failure. Never rejects. */
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

/** Returns how far a module is, and renders again when that changes. Fetches nothing itself. */
export function useLateModule<Module>(late: LateModule<Module>): LateState<Module> {
  return useSyncExternalStore(late.subscribe, late.getState, () => notYet)
}

/** The state in what a server rendered: a page that begins from that shows the same first. */
const notYet: LateState<never> = { module: undefined, hasFailed: false, isLoading: false }
