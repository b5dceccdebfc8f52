import type { Agent } from '@ambit/core'
import { useProvidedAgent } from '../agent-context.ts'
import { onNextFrame } from './on-next-frame.ts'
import { createActions, type SessionActions } from './session-actions.ts'
import { readSession, type SessionState } from './session-state.ts'
import type { Readable } from '../use-store.ts'

/**
 * The open session as components read it. The first change is told at once and those that follow it
 * once a frame, so that a stream costs one commit a frame; the last change is always told.
 */
export class Session implements Readable<SessionState> {
  readonly agent: Agent
  /** What components can do with it. */
  readonly actions: SessionActions
  readonly #initial: SessionState
  readonly #listeners = new Set<() => void>()
  #state: SessionState
  #isWaiting = false
  #isBehind = false
  #stop: (() => void) | undefined

  constructor(agent: Agent) {
    this.agent = agent
    this.actions = createActions(agent)
    this.#state = this.#initial = readSession(agent, undefined)
  }

  readonly getInitialState = (): SessionState => this.#initial

  readonly getState = (): SessionState => {
    if (this.#listeners.size === 0) this.#read()
    return this.#state
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) this.#follow()
    this.#listeners.add(listener)
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#stop?.()
    }
  }

  #follow(): void {
    const { history, activity, queue, usage, artifacts } = this.agent
    this.#read()
    const stores = [history, activity, queue, usage, artifacts]
    const stops = stores.map((store) => store.subscribe(this.#onChange))
    this.#stop = () => stops.forEach((stop) => stop())
  }

  #read(): void {
    this.#state = readSession(this.agent, this.#state)
  }

  readonly #onChange = (): void => {
    this.#isBehind = true
    if (!this.#isWaiting) this.#tell()
  }

  readonly #tell = (): void => {
    this.#isWaiting = this.#isBehind
    if (!this.#isBehind) return
    this.#isBehind = false
    onNextFrame(this.#tell)
    this.#read()
    for (const listener of this.#listeners) listener()
  }
}

const sessions = new WeakMap<Agent, Session>()

/** The provided agent's session. */
export function useSession(hook: string): Session {
  const agent = useProvidedAgent(hook)
  let session = sessions.get(agent)
  if (!session) sessions.set(agent, (session = new Session(agent)))
  return session
}
