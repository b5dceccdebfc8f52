import type { AgentState } from '@ambit/core'
import { useMemo } from 'react'
import { type SessionStore, useSessionStore } from '../messages/session-store.ts'
import type { SessionActions } from './session-actions.ts'
import { type Readable, useStore } from './use-store.ts'

/** The result of `useAgent`. */
export interface UseAgentResult
  extends SessionActions, Pick<AgentState, 'status' | 'error' | 'messages' | 'queue'> {}

/**
 * Returns the agent and the state of its open session. A change re-renders the component only if
 * the component reads the property that changed. A component that only sends is never re-rendered.
 * `messages` changes at most once a frame.
 *
 * With `select`, returns what it returns for the state of the agent, and re-renders the component
 * when that is another value. An object that `select` makes anew is another value for each state.
 */
export function useAgent<T>(select: (state: AgentState) => T): T
export function useAgent(): UseAgentResult
export function useAgent(select?: (state: AgentState) => unknown): unknown {
  const session = useSessionStore('useAgent')
  const isTracked = !select
  const store = useMemo(
    (): Readable<object> => (isTracked ? new TrackedState(session) : session),
    [session, isTracked],
  )
  const read = useMemo(
    () => readOnce((select ?? ((view) => view)) as (state: object) => unknown),
    [select],
  )
  return useStore(store, read)
}

/** Reads each state once: `select` may make an object. */
function readOnce<State, T>(select: (state: State) => T): (state: State) => T {
  let last: { readonly state: State; readonly value: T } | undefined
  return (state) => {
    if (last?.state !== state) last = { state, value: select(state) }
    return last.value
  }
}

/**
 * The state of a session as one component reads it, with the actions beside it. It is another
 * object only when a property that the component read has changed.
 */
class TrackedState implements Readable<UseAgentResult> {
  readonly #session: SessionStore
  #last: View

  constructor(session: SessionStore) {
    this.#session = session
    this.#last = toView(session, session.getState)
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#session.subscribe(listener)

  readonly getState = (): UseAgentResult => {
    const now = this.#session.getState()
    if ([...this.#last.read].some(([key, value]) => now[key] !== value))
      this.#last = toView(this.#session, this.#session.getState)
    return this.#last.state
  }

  #initial: View | undefined
  readonly getInitialState = (): UseAgentResult =>
    (this.#initial ??= toView(this.#session, this.#session.getInitialState)).state
}

const tracked = ['status', 'error', 'messages', 'queue'] as const

function toView({ actions }: SessionStore, getState: () => AgentState): View {
  const read = new Map<(typeof tracked)[number], unknown>()
  const state = { ...actions } as UseAgentResult
  for (const key of tracked) {
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

interface View {
  readonly state: UseAgentResult
  /** The values that were read from `state`. They stay, so that a view is consistent. */
  readonly read: ReadonlyMap<(typeof tracked)[number], unknown>
}
