import type { Agent } from '@ambit/core'
import { useSyncExternalStore } from 'react'

/**
 * The sessions in which a chat was stopped because the person opened another one, until a run
 * begins there again. Known from the first look on, and in this page only.
 */
class LeftRuns {
  readonly #listeners = new Set<() => void>()
  #ids: ReadonlySet<string> = new Set()

  constructor({ activity, sessions }: Agent) {
    let ranIn: string | undefined
    activity.subscribe(({ status, cancelled }) => {
      if (status !== 'idle') {
        ranIn = sessions.current
        this.#change(ranIn, false)
      } else if (cancelled?.tag === 'session' && ranIn !== undefined) {
        this.#change(ranIn, true)
      }
    })
  }

  readonly getIds = (): ReadonlySet<string> => this.#ids

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #change(id: string, isLeft: boolean): void {
    if (this.#ids.has(id) === isLeft) return
    const ids = new Set(this.#ids)
    if (isLeft) ids.add(id)
    else ids.delete(id)
    this.#ids = ids
    for (const listener of this.#listeners) listener()
  }
}

const stores = new WeakMap<Agent, LeftRuns>()

/** Returns the ids of the sessions whose last chat was stopped by opening another session. */
export function useLeftRuns(agent: Agent): ReadonlySet<string> {
  const store = stores.get(agent) ?? new LeftRuns(agent)
  stores.set(agent, store)
  return useSyncExternalStore(store.subscribe, store.getIds, store.getIds)
}
