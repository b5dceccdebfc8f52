import type { Agent, Message } from '@ambit/core'
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
  /** Those who read one message, by its id: a delta is no news to the others. */
  readonly #readers = new Map<string, Set<() => void>>()
  #count = 0
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
    if (this.#count === 0) this.#state = readSession(this.agent, this.#state)
    return this.#state
  }

  /** The message of an id, on the path or off it, or the one that is being written. */
  message(id: string): Message | undefined {
    const { draft } = this.getState()
    return draft?.id === id ? draft : this.agent.history.get(id)
  }

  readonly subscribe = (listener: () => void): (() => void) =>
    this.#listen(this.#listeners, listener)

  /** One message as a store of its own, whose listeners are told of what may have changed it. */
  reader(id: string): Readable<Message | undefined> {
    const getState = (): Message | undefined => this.message(id)
    return {
      subscribe: (listener) => {
        const readers = this.#readers.get(id) ?? new Set()
        this.#readers.set(id, readers)
        const stop = this.#listen(readers, listener)
        return () => {
          stop()
          if (readers.size === 0 && this.#readers.get(id) === readers) this.#readers.delete(id)
        }
      },
      getState,
      getInitialState: getState,
    }
  }

  #listen(listeners: Set<() => void>, listener: () => void): () => void {
    if (this.#count === 0) this.#follow()
    this.#count++
    listeners.add(listener)
    return () => {
      if (!listeners.delete(listener)) return
      this.#count--
      if (this.#count === 0) this.#stop?.()
    }
  }

  #follow(): void {
    const { history, activity, queue, usage, artifacts } = this.agent
    this.#state = readSession(this.agent, this.#state)
    const stores = [history, activity, queue, usage, artifacts]
    const stops = stores.map((store) => store.subscribe(this.#onChange))
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
    const before = this.#state
    this.#state = readSession(this.agent, before)
    for (const listener of this.#listeners) listener()
    this.#tellReaders(before)
  }

  /** Messages in the history never change, so with the same history only the draft can have. */
  #tellReaders(before: SessionState): void {
    const { draft, source } = this.#state
    if (source.path !== before.source.path) {
      for (const readers of this.#readers.values()) for (const reader of readers) reader()
    } else if (draft !== before.draft) {
      for (const id of new Set([before.draft?.id, draft?.id])) {
        for (const reader of this.#readers.get(id ?? '') ?? []) reader()
      }
    }
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
