import type { Agent } from '@ambit/core'
import type { SessionInfo } from '@ambit/core/storage'

/** The stored sessions of an agent, and whether they could be read. */
export interface SessionListState {
  /** Undefined until they were read. */
  readonly sessions: readonly SessionInfo[] | undefined
  readonly error?: unknown
}

/**
 * The list of an agent's sessions as an external store in React's sense. It is read when somebody looks, and again whenever another session is
 * opened, a run ends, or something was changed through it.
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

  /** Does something with the sessions, and reads them anew. Never rejects: what goes wrong is `error`. */
  async change(act: (sessions: Agent['sessions']) => Promise<unknown>): Promise<void> {
    try {
      await act(this.#agent.sessions)
      // What was read while this went on is older than what is read now.
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

/** The one store of an agent. */
export function sessionListOf(agent: Agent): SessionListStore {
  let store = stores.get(agent)
  if (!store) stores.set(agent, (store = new SessionListStore(agent)))
  return store
}
