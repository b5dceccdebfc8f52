import type { Agent } from '@ambit/core'
import type { SessionInfo } from '@ambit/core/storage'

/** The stored sessions of an agent, or the error of reading them. */
export interface SessionListState {
  /** The sessions; undefined until they were read. */
  readonly sessions: readonly SessionInfo[] | undefined
  readonly error?: unknown
}

/**
 * The list of an agent's sessions, as an external store in React's sense. The store reads the list
 * when it gets a listener, and again when another session is opened, a run ends, or `change` is
 * called.
 */
export class SessionListStore {
  readonly #agent: Agent
  readonly #listeners = new Set<() => void>()
  #state: SessionListState = { sessions: undefined }
  #stop: (() => void) | undefined
  #round = 0

  constructor(agent: Agent) {
    this.#agent = agent
  }

  readonly getState = (): SessionListState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    this.#stop ??= this.#follow()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.#stop?.()
      this.#stop = undefined
    }
  }

  /**
   * Runs an action on the sessions and reads the list again. Never rejects: an error is in the
   * state.
   */
  async change(act: (sessions: Agent['sessions']) => Promise<unknown>): Promise<void> {
    try {
      await act(this.#agent.sessions)
      // A list that was read during the action is older than this one.
      const round = ++this.#round
      const sessions = await this.#agent.sessions.list()
      if (round === this.#round) this.#set({ sessions })
    } catch (error) {
      this.#set({ ...this.#state, error })
    }
  }

  #follow(): () => void {
    const { sessions, activity } = this.#agent
    const read = (): void => void this.change(() => Promise.resolve())
    let { current, running } = sessions.getState()
    let { status } = activity.getState()
    const stops = [
      sessions.subscribe((state) => {
        if (state.current === current && state.running === running) return
        ;({ current, running } = state)
        read()
      }),
      activity.subscribe((state) => {
        const hasEnded = status !== 'idle' && state.status === 'idle'
        ;({ status } = state)
        if (hasEnded) read()
      }),
    ]
    read()
    return () => stops.forEach((stop) => stop())
  }

  #set(state: SessionListState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

const stores = new WeakMap<Agent, SessionListStore>()

/** Returns the one store of an agent. */
export function sessionListOf(agent: Agent): SessionListStore {
  let store = stores.get(agent)
  if (!store) stores.set(agent, (store = new SessionListStore(agent)))
  return store
}
