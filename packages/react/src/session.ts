import type { Agent, Message } from '@ambit/core'
import { useProvidedAgent } from './agent-context.ts'
import { onNextFrame } from './on-next-frame.ts'
import { createActions, type SessionActions } from './session-actions.ts'
import { readSession, type SessionState } from './session-state.ts'
import type { Readable } from './use-store.ts'

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
    if (this.#listeners.size === 0) this.#state = readSession(this.agent, this.#state)
    return this.#state
  }

  /** The message of an id, on the path or off it, or the one that is being written. */
  message(id: string): Message | undefined {
    const { draft } = this.getState()
    return draft?.id === id ? draft : this.agent.history.get(id)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) this.#follow()
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#stop?.()
    }
  }

  #follow(): void {
    const { history, activity, queue } = this.agent
    this.#state = readSession(this.agent, this.#state)
    const stops = [history, activity, queue].map((store) => store.subscribe(this.#onChange))
    this.#stop = () => stops.forEach((stop) => stop())
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
    this.#state = readSession(this.agent, this.#state)
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
