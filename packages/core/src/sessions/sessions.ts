import type * as keeping from './session-keeper.ts'
import type { EnterSession } from '../engine/supervise.ts'
import type { SessionInfo } from '../storage/storage.ts'
import { Store } from '../state/store.ts'
import { type Loader, lazily } from '../lazily.ts'
import type { Keeper } from './session-actions.ts'
import type { SessionExport } from './portable-session.ts'
import type { SessionHost, SessionsState } from './session-host.ts'

/** Loads session keeping, a chunk of its own. */
export const loadKeeper: Loader<typeof keeping> = lazily(() => import('./session-keeper.ts'))

/**
 * The sessions of an agent: a zustand store of what is known of the open one, and what can be done with all of them. Without a `storage` there is one at a time, in memory:
 * `create` begins anew, and everything else about other sessions rejects with `AgentError`.
 */
export class Sessions extends Store<SessionsState> {
  readonly #host: SessionHost
  /** What keeps them in the storage; undefined without one. */
  readonly #stored: Promise<keeping.SessionKeeper> | undefined
  /** Enters a run into the open session; undefined without a storage. */
  readonly enter: EnterSession | undefined
  /** Resolves when the session to begin with has been read; undefined once it has been. */
  opening: Promise<unknown> | undefined

  constructor(host: SessionHost) {
    const { storage } = host.options
    super({
      current: host.open.session.id,
      isOpening: storage !== undefined,
      running: undefined,
      isInterrupted: false,
      hasOlder: false,
    })
    this.#host = host
    if (!storage) return
    const stored = loadKeeper().then(
      ({ SessionKeeper }) => new SessionKeeper(host, storage, this.setState),
    )
    this.#stored = stored
    this.enter = async (run, how) => (await stored).enter(run, how)
    this.opening = stored
      .then((keeper) => keeper.begin())
      .catch(() => undefined)
      .then(() => {
        this.opening = undefined
        this.setState({ isOpening: false })
      })
  }

  /** The id of the open session. */
  get current(): string {
    return this.getState().current
  }

  /** The stored sessions, the one used last first. */
  async list(): Promise<readonly SessionInfo[]> {
    return (await this.#keeper).list()
  }

  /** Cancels what runs, and reads another session in its place. Rejects `AgentError` when there is none of that id. */
  async open(id: string): Promise<void> {
    return (await this.#keeper).open(id)
  }

  /** Cancels what runs, and begins a new session. It is stored with its first message. Resolves with its id. */
  async create(): Promise<string> {
    return (await this.#keeper).create()
  }

  /** Gives a session a title. Default: the beginning of what was said first. */
  async rename(id: string, title: string): Promise<void> {
    return (await this.#keeper).rename(id, title)
  }

  /** Deletes a session for good. In place of the open one a new one begins. */
  async delete(id: string): Promise<void> {
    return (await this.#keeper).delete(id)
  }

  /** All of a session as JSON data, to be kept elsewhere. Rejects `AgentError` when there is none of that id. */
  async export(id: string): Promise<SessionExport> {
    return (await this.#keeper).export(id)
  }

  /** Stores an exported session under a new id, with which it resolves. Rejects `AgentError` for what is none. */
  async import(exported: unknown): Promise<string> {
    return (await this.#keeper).import(exported)
  }

  /** Reads up to 500 messages before the oldest in `history`. A request is always made with all of them. */
  async loadOlder(): Promise<void> {
    return (await this.#keeper).loadOlder()
  }

  /** Lets go of the storage when the agent is no longer shown: it hears no other page any more, and resumes nothing by itself. */
  close(): void {
    void this.#stored?.then((keeper) => keeper.close()).catch(() => undefined)
  }

  /** Asks the page that runs the session to stop, when that is another one. */
  stopElsewhere(): void {
    if (this.getState().running !== 'elsewhere') return
    void this.#stored?.then((keeper) => keeper.stopElsewhere())
  }

  get #keeper(): Promise<Keeper> {
    return (
      this.#stored ??
      loadKeeper().then(({ LoneSession }) => new LoneSession(this.#host, this.setState))
    )
  }
}
