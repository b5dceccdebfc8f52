import type { Agent, AgentState, AssistantMessage, Message } from '@ambit/core'
import { useProvidedAgent } from '../agent/agent-context.ts'
import { createActions, type SessionActions } from '../agent/session-actions.ts'
import type { Readable } from '../agent/use-store.ts'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** The messages of one state: those of the history, and the one that is being written. */
export interface SessionMessages {
  readonly all: readonly Message[]
  readonly path: readonly Message[]
  readonly draft: AssistantMessage | undefined
}

/**
 * The number of frames in a row that may report nothing but a change of the scopes. A component
 * that reads the scopes, and registers something new with each render, changes them by each report.
 * The next such change waits for a frame, which shows whether changes come without a report. If
 * none came, it is reported, and the store is sure of the loop if that report brings one.
 */
const mostByScopes = 20

/**
 * The store of an agent's state. It reports the first change at once, and later changes once a
 * frame: a stream costs one commit a frame. The last change is always reported, unless reports
 * change the scopes without end.
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
  /** The number of reports in a row, each in the frame after the last, of the scopes alone. */
  #byScopes = 0
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
    const isWithheld = this.#byScopes === mostByScopes + 1
    const isBehind = this.#isBehind
    this.#isBehind = false
    this.#waitsForFrame = isBehind || isWithheld
    if (!this.#waitsForFrame) this.#byScopes = 0
    if (!this.#waitsForFrame) return
    onNextFrame(this.#report)
    const before = this.#state
    this.#read()
    // Changes that go on without a report are not made by the reports.
    const isApart = isWithheld ? isBehind : !isByScopes(before, this.#state)
    this.#byScopes = isApart ? 0 : this.#byScopes + 1
    if (this.#byScopes === mostByScopes + 1) return
    if (this.#byScopes <= mostByScopes + 2) for (const listener of this.#listeners) listener()
    else this.#endLoop()
  }

  /** Without a report there is no further change. */
  #endLoop(): void {
    this.#byScopes = 0
    hintToLoop()
  }
}

/** Whether a state differs from the one before it in its scopes alone, which are made on demand. */
const isByScopes = (before: AgentState, now: AgentState): boolean =>
  (Object.keys(now) as (keyof AgentState)[]).every(
    (key) => key === 'scopes' || before[key] === now[key],
  )

let isHinted = false

/** Warns once, in development, that the page renders because of what its renders register. */
function hintToLoop(): void {
  try {
    // Bundlers replace this value, and remove the rest of the function for production.
    if (process.env.NODE_ENV === 'production' || isHinted) return
    isHinted = true
    console.warn(
      '[ambit] A component that reads the scopes changes a tool or a scope with every render, such as its label, so the page rendered again and again. Give the component options that stay the same.',
    )
  } catch {
    // A page without a bundler has no `process`.
  }
}

/**
 * Returns a state as a server renders it: no component has registered anything, and nothing waits.
 */
function toInitial(state: AgentState, { pending, calls }: Agent): AgentState {
  const { items, remembered } = pending.getInitialState()
  const scopes = { value: [], enumerable: true }
  const parts = { ...Object.getOwnPropertyDescriptors(state), scopes }
  const known = Object.defineProperties({} as AgentState, parts)
  return { ...known, pending: items, remembered, calls: calls.getInitialState() }
}

const stores = new WeakMap<Agent, SessionStore>()

/** Returns the store of the provided agent. Throws as `useProvidedAgent` does. */
export function useSessionStore(hook: string): SessionStore {
  const agent = useProvidedAgent(hook)
  let store = stores.get(agent)
  if (!store) stores.set(agent, (store = new SessionStore(agent)))
  return store
}

/**
 * The wait for a frame, in milliseconds. A frame takes 17 ms at 60 frames a second. A page without
 * a frame for this long is hidden, or too busy to be looked at.
 */
const noFrameMs = 100

/**
 * Calls `callback` once before the next paint. A timer calls it if there is no paint: in a hidden
 * page, or on a server.
 */
export function onNextFrame(callback: () => void): void {
  const hasFrames = typeof requestAnimationFrame === 'function'
  const run = (): void => {
    if (hasFrames) cancelAnimationFrame(frame)
    clearTimeout(timer)
    callback()
  }
  const frame = hasFrames ? requestAnimationFrame(run) : 0
  const timer = setTimeout(run, noFrameMs)
}
