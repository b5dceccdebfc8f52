import type { Agent, AgentState, AssistantMessage, Message } from '@ambit/core'
import { useProvidedAgent } from '../agent/agent-context.ts'
import { createActions, type SessionActions } from '../agent/session-actions.ts'
import type { Readable } from '../agent/use-store.ts'
import { onNextFrame } from './on-next-frame.ts'

/** The messages of one state: those of the history, and the one that is being written. */
export interface SessionMessages {
  readonly all: readonly Message[]
  readonly path: readonly Message[]
  readonly draft: AssistantMessage | undefined
}

/**
 * The store of an agent's state. It reports the first change at once, and later changes once a
 * frame: a stream costs one commit a frame. The last change is always reported.
 */
export class SessionStore implements Readable<AgentState> {
  readonly agent: Agent
  /** The actions of components on the session. */
  readonly actions: SessionActions
  readonly #initial: AgentState
  readonly #listeners = new Set<() => void>()
  #state: AgentState
  #messages: SessionMessages | undefined
  #waitsForFrame = false
  #isBehind = false
  #stop: (() => void) | undefined

  constructor(agent: Agent) {
    this.agent = agent
    this.actions = createActions(agent)
    this.#state = agent.getState()
    this.#initial = toInitial(this.#state, agent)
  }

  readonly getInitialState = (): AgentState => this.#initial

  readonly getState = (): AgentState => {
    if (this.#listeners.size === 0) this.#read()
    return this.#state
  }

  /** The messages of the state. The same object until one of them changes. */
  get messages(): SessionMessages {
    const { messages: all, draft: written } = this.getState()
    const draft = written?.message
    const before = this.#messages
    if (before?.all === all && before.draft === draft) return before
    return (this.#messages = { all, path: draft ? this.agent.history.messages : all, draft })
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) this.#follow()
    this.#listeners.add(listener)
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#stop?.()
    }
  }

  #follow(): void {
    this.#read()
    this.#stop = this.agent.subscribe(this.#onChange)
  }

  #read(): void {
    this.#state = this.agent.getState()
  }

  readonly #onChange = (): void => {
    this.#isBehind = true
    if (!this.#waitsForFrame) this.#report()
  }

  readonly #report = (): void => {
    this.#waitsForFrame = this.#isBehind
    if (!this.#isBehind) return
    this.#isBehind = false
    onNextFrame(this.#report)
    this.#read()
    for (const listener of this.#listeners) listener()
  }
}

/**
 * Returns a state as a server renders it: no component has registered anything, and nothing waits.
 */
function toInitial(state: AgentState, { pending, calls }: Agent): AgentState {
  const { items, remembered } = pending.getInitialState()
  return Object.defineProperties({} as AgentState, {
    ...Object.getOwnPropertyDescriptors(state),
    pending: { value: items },
    remembered: { value: remembered },
    calls: { value: calls.getInitialState() },
    scopes: { value: [] },
  })
}

const stores = new WeakMap<Agent, SessionStore>()

/** Returns the store of the provided agent. Throws as `useProvidedAgent` does. */
export function useSessionStore(hook: string): SessionStore {
  const agent = useProvidedAgent(hook)
  let store = stores.get(agent)
  if (!store) stores.set(agent, (store = new SessionStore(agent)))
  return store
}
