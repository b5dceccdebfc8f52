import { useMemo } from 'react'
import { type SessionState, useSessionStore } from '../messages/session-store.ts'
import type { SessionActions } from './session-actions.ts'
import { type Readable, useStore } from './use-store.ts'

/** The result of `useAgent`. */
export interface UseAgentResult
  extends SessionActions, Pick<SessionState, 'status' | 'error' | 'messages' | 'queue'> {}

const tracked = ['status', 'error', 'messages', 'queue'] as const

/**
 * Returns the agent and the state of its open session. A change re-renders the component only if
 * the component reads the property that changed. A component that only sends is never re-rendered.
 * `messages` changes at most once a frame.
 */
export function useAgent(): UseAgentResult {
  const session = useSessionStore('useAgent')
  const state = useMemo(
    () => new TrackedState<SessionState, SessionActions>(session, tracked, session.actions),
    [session],
  )
  return useStore(state, (view) => view)
}

/**
 * The state of a store as one component reads it, with fixed properties beside it. It is another
 * object only when a property that the component read has changed.
 */
class TrackedState<State extends object, Fixed extends object> implements Readable<State & Fixed> {
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
  /** The values that were read from `state`. They stay, so that a view is consistent. */
  readonly read: ReadonlyMap<keyof State, unknown>
}
