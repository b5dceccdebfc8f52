import type { Agent } from '@ambit/core'
import { useSyncExternalStore } from 'react'

/**
 * The sessions in which a chat was stopped because the user opened another one, until a run
 * begins there again. Also the session in place of one that was deleted elsewhere. Known from the
 * first look on, and in this page only.
 */
class LeftRuns {
  readonly #listeners = new Set<() => void>()
  #ids: ReadonlySet<string> = new Set()
  /** The session that was opened in place of one that was deleted elsewhere. */
  #substitute: string | undefined

  constructor({ activity, sessions }: Agent) {
    let ranIn: string | undefined
    let { current, deleted } = sessions.getState()
    /** The open session, once it was deleted elsewhere. */
    let gone: string | undefined
    activity.subscribe(({ status, cancelled }) => {
      if (status !== 'idle') {
        ranIn = sessions.current
        this.#substitute = gone = undefined
        this.#change(ranIn, false)
      } else if (cancelled?.tag === 'session' && ranIn !== undefined && ranIn !== gone) {
        this.#change(ranIn, true)
      }
    })
    sessions.subscribe((now) => {
      // Without an id, another page or device has deleted it.
      if (now.deleted !== deleted && now.deleted?.id === undefined) gone = current
      if (now.current !== current) {
        this.#substitute = gone === current ? now.current : undefined
        gone = undefined
      }
      ;({ current, deleted } = now)
    })
  }

  readonly getSubstitute = (): string | undefined => this.#substitute

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

function storeOf(agent: Agent): LeftRuns {
  const store = stores.get(agent) ?? new LeftRuns(agent)
  stores.set(agent, store)
  return store
}

/** Returns the name of the text that says why the open session lost its run, if it did. */
export function useLeave(
  agent: Agent,
  current: string,
): 'leftRun' | 'deletedElsewhere' | undefined {
  const { subscribe, getSubstitute } = storeOf(agent)
  const substitute = useSyncExternalStore(subscribe, getSubstitute, () => undefined)
  const isLeft = useLeftRuns(agent).has(current)
  return substitute === current ? 'deletedElsewhere' : isLeft ? 'leftRun' : undefined
}

/** Returns the ids of the sessions whose last chat was stopped by opening another session. */
export function useLeftRuns(agent: Agent): ReadonlySet<string> {
  const store = storeOf(agent)
  return useSyncExternalStore(store.subscribe, store.getIds, store.getIds)
}
