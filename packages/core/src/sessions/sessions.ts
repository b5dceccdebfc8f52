import type * as keeping from './session-keeper.ts'
import type { EnterSession } from '../engine/supervise.ts'
import { AgentError } from '../errors/agent-error.ts'
import type { AgentStorage, SessionInfo } from '../storage/storage.ts'
import { Store } from '../state/store.ts'
import { type Loader, lazily } from '../lazily.ts'
import type { ImportOptions, SessionExport } from './portable-session.ts'
import { type SessionHost, type SessionsState, startAnew, withoutChats } from './session-host.ts'

/** Loads the part that keeps sessions in a storage, a chunk of its own. */
export const loadKeeper: Loader<typeof keeping> = lazily(() => import('./session-keeper.ts'))

/**
 * The sessions of an agent: a zustand store about the open session, and the actions on all of them.
 * Without a `storage` there is one session at a time, in memory. `create` then begins a new one,
 * and every action that needs stored sessions rejects with `AgentError`.
 */
export class Sessions extends Store<SessionsState> {
  readonly #host: SessionHost
  /** The part that keeps the sessions in the storage; undefined until it is loaded. */
  #keeper: keeping.SessionKeeper | undefined
  #loading: Promise<keeping.SessionKeeper> | undefined

  /** @internal */
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
    this.opening?.catch(() => undefined)
  }

  /**
   * A promise that resolves when the first session has been read; undefined from then on, and
   * without a storage. Rejects `LoadError` if the code for that cannot be fetched; reading the
   * property again then tries again.
   *
   * @internal
   */
  get opening(): Promise<unknown> | undefined {
    const { storage } = this.#host.options
    return storage && !this.#keeper ? this.#load(storage) : undefined
  }

  /**
   * Enters a run into the open session; undefined without a storage.
   *
   * @internal
   */
  get enter(): EnterSession | undefined {
    const { storage } = this.#host.options
    return storage && (async (run, how) => (await this.#load(storage)).enter(run, how))
  }

  /** The id of the open session. */
  get current(): string {
    return this.getState().current
  }

  /** Lists the stored sessions, the most recently used first. */
  async list(): Promise<readonly SessionInfo[]> {
    return (await this.#requireStorage('list')).list()
  }

  /**
   * Cancels the chats of the open session, and reads another session in its place. Calls of
   * `runTool` and `undo` go on in their own session; those that wait for a person are cancelled.
   * Rejects with `AgentError` if no stored session has the id.
   */
  async open(id: string): Promise<void> {
    return (await this.#requireStorage('open')).open(id)
  }

  /**
   * Cancels the chats of the open session, and begins a new session. Resolves with the new id. The
   * session is stored with its first message. Calls of `runTool` and `undo` go on in their own
   * session; those that wait for a person are cancelled.
   */
  async create(): Promise<string> {
    const { storage } = this.#host.options
    if (storage) return (await this.#load(storage)).create()
    const id = this.#host.ports.createId()
    await withoutChats(this.#host, () => {
      startAnew(this.#host, id)
      this.setState({ current: id })
    })
    return id
  }

  /**
   * Gives a session a title. Default: the beginning of the first thing the person said. Rejects
   * with `AgentError` if no stored session has the id.
   */
  async rename(id: string, title: string): Promise<void> {
    return (await this.#requireStorage('rename')).rename(id, title)
  }

  /**
   * Deletes a session for good, and cancels its runs. A new session takes the place of a deleted
   * open one.
   */
  async delete(id: string): Promise<void> {
    return (await this.#requireStorage('delete')).delete(id)
  }

  /**
   * Resolves with all of a session as JSON data, to be kept elsewhere. Rejects with `AgentError` if
   * no stored session has the id.
   */
  async export(id: string): Promise<SessionExport> {
    return (await this.#requireStorage('export')).export(id)
  }

  /**
   * Stores an exported session under a new id, and resolves with that id. Also takes plain messages
   * as one path: `[{ role, content }, …]`, or the same as `messages` of an object. Its messages
   * count as third-party text, unless `trusted` is true. Fills in what messages may lack, and
   * answers open calls as `interrupted`. At most 100,000 messages, and 32,000,000 characters and
   * 100 levels a message. Rejects with `AgentError`, which names the path of the fault, and stores
   * nothing, if any of the data cannot be read.
   */
  async import(exported: unknown, options: ImportOptions = {}): Promise<string> {
    return (await this.#requireStorage('import')).import(exported, options)
  }

  /**
   * Reads up to 500 messages before the oldest message in `history`. A request to the model always
   * has all messages, also without this.
   */
  async loadOlder(): Promise<void> {
    return (await this.#requireStorage('loadOlder')).loadOlder()
  }

  /**
   * Stops following the storage, once the agent is no longer shown. The agent then hears from no
   * other page and resumes no run by itself.
   */
  close(): void {
    void this.#loading?.then((keeper) => keeper.close()).catch(() => undefined)
  }

  /** Asks another page to stop if that page runs the session. */
  stopElsewhere(): void {
    if (this.getState().running === 'elsewhere') this.#keeper?.stopElsewhere()
  }

  /** Loads session keeping, and reads the session to begin with. */
  #load(storage: AgentStorage): Promise<keeping.SessionKeeper> {
    this.#loading ??= this.#open(storage).catch((error: Error) => {
      // The next use tries again.
      this.#loading = undefined
      this.setState({ isOpening: false })
      throw error
    })
    return this.#loading
  }

  async #open(storage: AgentStorage): Promise<keeping.SessionKeeper> {
    const { SessionKeeper } = loadKeeper.loaded ?? (await loadKeeper())
    const { history } = this.#host.open.session
    // The words of chats that could not run while this part was missing.
    const words = this.getState().isOpening ? [] : history.messages
    const keeper = new SessionKeeper(this.#host, storage, this.setState)
    await keeper.begin().catch(() => undefined)
    for (const message of words) if (!history.has(message.id)) history.append(message)
    this.#keeper = keeper
    this.setState({ isOpening: false })
    return keeper
  }

  /**
   * Returns the keeper. Throws `AgentError` without a storage; `what` is the action for its
   * message.
   */
  async #requireStorage(what: string): Promise<keeping.SessionKeeper> {
    const { storage } = this.#host.options
    if (storage) return this.#load(storage)
    throw new AgentError(
      `\`sessions.${what}\` needs a storage, and the agent has none: only the open session exists, in memory. Give the agent \`storage: indexedDbStorage()\` of @ambit/browser.`,
    )
  }
}
