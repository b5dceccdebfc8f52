import type { Agent } from '@ambit/core'
import type { SessionInfo } from '@ambit/core/storage'

/** The number of sessions of a page. */
const pageLength = 30

/** The number of stored sessions from which a search is offered. */
const manySessions = 8

/** The time without another key after which a search begins, in milliseconds. */
const typingMs = 200

/** The stored sessions of an agent, or the error of reading them. */
export interface SessionListState {
  /** The sessions of the pages so far; undefined until the first one was read. */
  readonly sessions: readonly SessionInfo[] | undefined
  /** True if there are sessions after these. */
  readonly hasOlder: boolean
  /** The query whose sessions these are; empty for all sessions. */
  readonly query: string
  /** True if there are so many sessions that a search is of use. */
  readonly isLong: boolean
  /** True while a search or another page is read. */
  readonly isReading: boolean
  readonly error?: unknown
}

const nothingRead: SessionListState = {
  sessions: undefined,
  hasOlder: false,
  query: '',
  isLong: false,
  isReading: false,
}

/**
 * The list of an agent's sessions, as an external store in React's sense. The store reads the first
 * page when it gets a listener. It reads its pages again when another session is opened, a run
 * ends, or `change` is called. It forgets the query when the last listener leaves.
 */
export class SessionListStore {
  readonly #agent: Agent
  readonly #listeners = new Set<() => void>()
  #state = nothingRead
  #stop: (() => void) | undefined
  #query = ''
  /** The number of sessions to show. */
  #wanted = pageLength
  #typing: ReturnType<typeof setTimeout> | undefined
  /** The reading that goes on; its answer is dropped once it is aborted. */
  #reading = new AbortController()

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
      await this.#read()
    } catch (error) {
      this.#set({ isReading: false, error })
    }
  }

  /** Shows the sessions with the words of a query, once the user types no more. */
  search(query: string): void {
    if (query === this.#query) return
    this.#query = query
    this.#wanted = pageLength
    this.#reading.abort()
    clearTimeout(this.#typing)
    this.#set({ isReading: true })
    this.#typing = setTimeout(() => void this.#read(), query === '' ? 0 : typingMs)
  }

  /** Reads the next page and shows it after those before. */
  async showOlder(): Promise<void> {
    const { sessions = [], isReading } = this.#state
    const before = sessions.at(-1)
    if (isReading || !before) return
    this.#wanted += pageLength
    this.#set({ isReading: true })
    await this.#list(before, pageLength, (page) => [...sessions, ...page])
  }

  #read(): Promise<void> {
    return this.#list(undefined, this.#wanted, (page) => page)
  }

  /** Reads a page, unless another reading begins meanwhile. */
  async #list(
    before: SessionInfo | undefined,
    limit: number,
    join: (page: readonly SessionInfo[]) => readonly SessionInfo[],
  ): Promise<void> {
    this.#reading.abort()
    const { signal } = (this.#reading = new AbortController())
    const query = this.#query
    try {
      // One more tells if there are more.
      const asked = { before, limit: limit + 1, query: query || undefined, signal }
      const listed = await this.#agent.sessions.list(asked)
      if (signal.aborted) return
      const sessions = join(listed.slice(0, limit))
      const isLong = query === '' ? sessions.length >= manySessions : this.#state.isLong
      const hasOlder = listed.length > limit
      this.#set({ sessions, query, isLong, hasOlder, isReading: false, error: undefined })
    } catch (error) {
      if (!signal.aborted) this.#set({ isReading: false, error })
    }
  }

  #follow(): () => void {
    const agent = this.#agent
    const { sessions } = agent
    const read = (): void => void this.#read()
    let { current, running } = sessions.getState()
    let { status } = agent.getState()
    const stops = [
      sessions.subscribe((state) => {
        if (state.current === current && state.running === running) return
        ;({ current, running } = state)
        read()
      }),
      agent.subscribe((state) => {
        const hasEnded = status !== 'idle' && state.status === 'idle'
        ;({ status } = state)
        if (hasEnded) read()
      }),
    ]
    read()
    return () => {
      for (const stop of stops) stop()
      clearTimeout(this.#typing)
      this.#reading.abort()
      this.#state = this.#query === '' ? { ...this.#state, isReading: false } : nothingRead
      this.#query = ''
      this.#wanted = pageLength
    }
  }

  #set(change: Partial<SessionListState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

const stores = new WeakMap<Agent, SessionListStore>()

export function sessionListOf(agent: Agent): SessionListStore {
  let store = stores.get(agent)
  if (!store) stores.set(agent, (store = new SessionListStore(agent)))
  return store
}
