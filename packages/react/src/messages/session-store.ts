import type {
  ActivityState,
  Agent,
  AssistantMessage,
  Message,
  PendingItem,
  QueuedChat,
  RememberedApproval,
  SessionArtifact,
  SessionsState,
  UsageState,
} from '@ambit/core'
import { useProvidedAgent } from '../agent/agent-context.ts'
import { createActions, type SessionActions } from '../agent/session-actions.ts'
import { type Readable, useStore } from '../agent/use-store.ts'
import { onNextFrame } from './on-next-frame.ts'

/** The state of the agent and of its open session, as a page shows it. */
export interface AgentState {
  readonly status: ActivityState['status']
  /** The error that ended the last run. It is removed when the next run starts. */
  readonly error: Error | undefined
  /**
   * The messages up to the history's head. While a model writes, its unfinished message is the last
   * one, without a `finishReason`.
   */
  readonly messages: readonly Message[]
  /** The chats that wait for their turn. */
  readonly queue: readonly QueuedChat[]
  /**
   * The tokens that the open session and the running chat have used and, if `prices` knows the
   * model, their cost in USD. The same object until a model call has ended.
   */
  readonly usage: UsageState
  /**
   * The artifacts that tools of the open session gave the page, in the order of their first
   * version. The same array until an artifact is added or changes.
   */
  readonly artifacts: readonly SessionArtifact[]
  /** The message that a model is writing. */
  readonly draft: AssistantMessage | undefined
  /** What waits for the person, oldest first: calls to allow, questions and sign-ins. */
  readonly pending: readonly PendingItem[]
  /** The tools that need no new approval in the open conversation, oldest first. */
  readonly remembered: readonly RememberedApproval[]
}

/** The state as the hooks use it. */
export interface SessionState extends AgentState {
  /** The messages without the draft. */
  readonly path: readonly Message[]
}

/**
 * The store of the open session. It reports the first change at once, and later changes once a
 * frame: a stream costs one commit a frame. The last change is always reported.
 */
export class SessionStore implements Readable<SessionState> {
  readonly agent: Agent
  /** The actions of components on the session. */
  readonly actions: SessionActions
  readonly #initial: SessionState
  readonly #listeners = new Set<() => void>()
  #state: SessionState
  #waitsForFrame = false
  #isBehind = false
  #stop: (() => void) | undefined

  constructor(agent: Agent) {
    this.agent = agent
    this.actions = createActions(agent)
    this.#state = readSession(agent, undefined)
    // Nothing waits in a page that a server rendered.
    const { items: pending, remembered } = agent.pending.getInitialState()
    this.#initial = { ...this.#state, pending, remembered }
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
    const { history, activity, queue, usage, artifacts, pending } = this.agent
    this.#read()
    const stores = [history, activity, queue, usage, artifacts, pending]
    const stops = stores.map((store) => store.subscribe(this.#onChange))
    this.#stop = () => stops.forEach((stop) => stop())
  }

  #read(): void {
    this.#state = readSession(this.agent, this.#state)
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

/** Reads the state now. Keeps the object `before`, or parts of it, if nothing changed. */
function readSession(agent: Agent, before: SessionState | undefined): SessionState {
  const { status, error, draft: written } = agent.activity.getState()
  const path = agent.history.messages
  const { waiting: queue } = agent.queue.getState()
  const usage = agent.usage.getState()
  const { artifacts } = agent.artifacts.getState()
  const { items: pending, remembered } = agent.pending.getState()
  // A complete message is in the history.
  const draft = written && !agent.history.has(written.id) ? written.message : undefined
  const isSame = before?.path === path && before.draft === draft
  const messages = isSame ? before.messages : draft ? [...path, draft] : path
  const now = { status, error, messages, queue, usage, artifacts, pending, remembered, draft, path }
  for (const key of Object.keys(now) as (keyof SessionState)[]) {
    if (now[key] !== before?.[key]) return now
  }
  return before ?? now
}

const stores = new WeakMap<Agent, SessionStore>()

/** Returns the store of the provided agent's open session. Throws as `useProvidedAgent` does. */
export function useSessionStore(hook: string): SessionStore {
  const agent = useProvidedAgent(hook)
  let store = stores.get(agent)
  if (!store) stores.set(agent, (store = new SessionStore(agent)))
  return store
}

/**
 * Returns the state of the open session. It tells if the session is being read, was cut short, runs
 * in another page or has older messages. It also has the last error of the storage. The same object
 * until that changes. The actions are in `agent.sessions`.
 */
export const useSessions = (): SessionsState =>
  useStore(useProvidedAgent('useSessions').sessions, (state) => state)
