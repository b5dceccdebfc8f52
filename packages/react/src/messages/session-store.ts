import type {
  ActivityState,
  Agent,
  AssistantMessage,
  Message,
  QueuedChat,
  SessionArtifact,
  SessionsState,
  UsageState,
} from '@ambit/core'
import { useProvidedAgent } from '../agent/agent-context.ts'
import { type SessionActions, createActions } from '../agent/session-actions.ts'
import { type Readable, useStore } from '../agent/use-store.ts'
import { onNextFrame } from './on-next-frame.ts'

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

/** What a page shows of the open session. */
export interface SessionState {
  readonly status: ActivityState['status']
  /** Why the last run did not complete; gone when the next starts. */
  readonly error: Error | undefined
  /**
   * The path to the history's head; while a model writes, its message as far as it has come stands
   * last, without a `finishReason`.
   */
  readonly messages: readonly Message[]
  /** The chats that wait for their turn. */
  readonly queue: readonly QueuedChat[]
  /** What was used so far, and what it cost. */
  readonly usage: UsageState
  /** What tools gave the page. */
  readonly artifacts: readonly SessionArtifact[]
  /** The message that is being written. */
  readonly draft: AssistantMessage | undefined
  /** The messages without it. */
  readonly path: readonly Message[]
}

/** The state now; the one before itself, or parts of it, where nothing changed. */
export function readSession(agent: Agent, before: SessionState | undefined): SessionState {
  const { status, error, draft: written } = agent.activity.getState()
  const path = agent.history.messages
  const { waiting: queue } = agent.queue.getState()
  const usage = agent.usage.getState()
  const { artifacts } = agent.artifacts.getState()
  // Once it is complete it stands in the history.
  const draft = written && !agent.history.has(written.id) ? written.message : undefined
  const isSame = before?.path === path && before.draft === draft
  const messages = isSame ? before.messages : draft ? [...path, draft] : path
  const now: SessionState = { status, error, messages, queue, usage, artifacts, draft, path }
  for (const key of Object.keys(now) as (keyof SessionState)[]) {
    if (now[key] !== before?.[key]) return now
  }
  return before ?? now
}

/**
 * What the open session and the running chat have used, in tokens and, where `rates` knows the
 * model, in USD. The same object until a model call has ended.
 */
export const useUsage = (): UsageState => useStore(useSession('useUsage'), ({ usage }) => usage)

/**
 * What tools of the open session gave the page, in the order in which it first came. The same array
 * until that changes.
 */
export const useArtifacts = (): readonly SessionArtifact[] =>
  useStore(useSession('useArtifacts'), ({ artifacts }) => artifacts)

/**
 * What is known of the open session: whether it is still being read, was cut short, goes on in another page or has older messages, and what went wrong with the
 * storage. The same object until that changes. `agent.sessions` has what can be done with it.
 */
export const useSessions = (): SessionsState =>
  useStore(useProvidedAgent('useSessions').sessions, (state) => state)
