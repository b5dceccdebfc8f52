// The reasons: decisions/0031.
import { checkOptions } from './options/check-names.ts'
import type { RunContext } from './engine/run-context.ts'
import { loadKeeper } from './load-engine.ts'
import { toReadable } from './messages/content.ts'
import { misuse } from './options/misuse.ts'
import { createSession, type KeptSession, leaveFor, openInstead, type Session } from './session.ts'
import type {
  EnterSession,
  ImportOptions,
  SessionExport,
  SessionHost,
  SessionKeeping,
  SessionsState,
} from './session-port.ts'
import { Store } from './state/store.ts'
import type { AgentStorage, SessionInfo, SessionQuery, WaitingMessage } from './storage.ts'
import { holds, type SaidMessage } from './turns.ts'

/**
 * The sessions of an agent: a zustand store about the open session, and the actions on all of them.
 * Without a `storage` there is one session at a time, in memory. `create` then begins a new one,
 * and every action that needs stored sessions rejects with `AgentError`.
 */
export class Sessions extends Store<SessionsState> {
  readonly #host: SessionHost
  #keeper: SessionKeeping | undefined
  /** The number of calls of `open` and `create` so far. */
  #count = 0
  #beginning: Promise<void> | undefined
  #lastOpening: Promise<void> | undefined
  /**
   * True once the first session was read, or another one was opened instead. Until then, and if
   * `isOpening` is false, the code for that could not be fetched.
   *
   * @internal
   */
  hasOpened = false

  /** @internal */
  constructor(host: SessionHost) {
    const { storage } = host.options
    const { state, usage, artifacts } = host.open.session
    super({
      current: host.open.session.id,
      isOpening: storage !== undefined,
      running: undefined,
      isInterrupted: false,
      hasOlder: false,
      unsent: [],
      state: state.getState(),
      usage: usage.getState(),
      artifacts: artifacts.getState(),
    })
    this.#host = host
    // The objects of the open session stay the same: those of another session are copied into them.
    const follow = (): void => {
      if (!this.isChanging) this.#change(this.#stores)
    }
    for (const store of [state, usage, artifacts]) store.subscribe(follow)
    this.opening?.catch(() => undefined)
  }

  /**
   * A promise that resolves when the first session has been read; undefined from then on, and
   * without a storage. Rejects with the code `load` if the part for that cannot be fetched; reading
   * the property again then tries again.
   *
   * @internal
   */
  get opening(): Promise<unknown> | undefined {
    if (!this.#host.options.storage || this.hasOpened) return undefined
    this.#beginning ??= this.#begin().catch((error: Error) => {
      // The next use tries again.
      this.#beginning = undefined
      this.#showOpening()
      throw error
    })
    return this.#beginning
  }

  /**
   * Enters a run into the open session; undefined without a storage.
   *
   * @internal
   */
  get enter(): EnterSession | undefined {
    if (!this.#host.options.storage) return undefined
    return async (...how) => (await this.#keeping('enter')).enter(...how)
  }

  /**
   * An id of the data that the agent reads; undefined for a storage that does not tell one.
   *
   * @internal
   */
  get owner(): string | undefined {
    const { storage, user } = this.#host.options
    return storage ? storage.id : (user?.id ?? '')
  }

  /**
   * Whether the page may keep what is said now, as no plug-in has to pass it and no scope is
   * `local`.
   *
   * @internal
   */
  get keepsWords(): boolean {
    const { plugins, agent } = this.#host
    return !plugins.all.some(holds) && !agent.scopes.scopes.some(({ local }) => local)
  }

  /**
   * The state of the open session, which handlers have as `run.state`. `set` merges a change into
   * it. With a storage it is stored, so give JSON data.
   */
  get state(): RunContext['state'] {
    const { state } = this.#host.open.session
    return { get: state.getState, set: (change) => state.set(change) }
  }

  /**
   * True while the stores of the open session get the contents of another one.
   *
   * @internal
   */
  get isChanging(): boolean {
    return this.#host.open.session.id !== this.getState().current
  }

  /** The id of the open session. */
  get current(): string {
    return this.getState().current
  }

  /**
   * Lists the stored sessions, the most recently used first: all of them, or one page, or those
   * with the words of a query. The next page comes after the last session of this one, as `before`.
   * A session that is used meanwhile moves to the front; no other session is left out or repeated.
   * Rejects with `AgentError` for a wrong field, and with the signal's reason.
   */
  async list(query: SessionQuery = {}): Promise<readonly SessionInfo[]> {
    checkOptions('`sessions.list`', query, {
      before: '',
      limit: '',
      query: '',
      signal: '',
    })
    return (await this.#keeping('list')).list(query)
  }

  /**
   * Cancels the chats of the open session, and reads another session in its place. Calls of
   * `runTool` and `undo` go on in their own session; those that wait for a user are cancelled.
   * Rejects with `AgentError` if no stored session has the id, or if a later `open` or `create`
   * came first.
   */
  async open(id: string): Promise<void> {
    needStorage(this.#host.options.storage, 'open')
    const nth = ++this.#count
    const isLast = (): boolean => nth === this.#count
    const opening = this.#keeping('open').then(async (keeper) => {
      await keeper.open(id, isLast)
      this.hasOpened = true
    })
    this.#lastOpening = opening
    this.setState({ isOpening: true })
    await opening.finally(() => {
      if (this.#lastOpening === opening) this.#lastOpening = undefined
      this.#showOpening()
    })
  }

  /**
   * Cancels the chats of the open session, and begins a new session. Resolves with the new id. What
   * is said after the call belongs to the new session. The session is stored with its first
   * message. Calls of `runTool` and `undo` go on in their own session; those that wait for a user
   * are cancelled. Rejects with `AgentError` if a later `open` or `create` came first.
   */
  async create(): Promise<string> {
    this.#count++
    const session = createSession(this.#host.ports.createId())
    const stop = this.#keeper?.watch(session.id)
    await leaveFor(this.#host, session, () => this.#show(session)).finally(stop)
    // A new session can be used before it can be stored.
    if (this.#host.options.storage) {
      await this.#keeping('create').then(
        (keeper) => keeper.follow(),
        () => undefined,
      )
    }
    return session.id
  }

  /**
   * Gives a session a title. Default: the beginning of the first thing the user said. Rejects
   * with `AgentError` if no stored session has the id.
   */
  async rename(id: string, title: string): Promise<void> {
    return (await this.#keeping('rename')).rename(id, title)
  }

  /**
   * Deletes a session for good, and cancels its runs. A new session takes the place of a deleted
   * open one.
   */
  async delete(id: string): Promise<void> {
    return (await this.#keeping('delete')).delete(id)
  }

  /**
   * Resolves with all of a session as JSON data, to be kept elsewhere. Rejects with `AgentError` if
   * no stored session has the id.
   */
  async export(id: string): Promise<SessionExport> {
    return (await this.#keeping('export')).export(id)
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
    checkOptions('`sessions.import`', options, { trusted: 'trust :boolean' })
    return (await this.#keeping('import')).import(exported, options)
  }

  /**
   * Reads up to 500 messages before the oldest message in `history`. A request to the model always
   * has all messages, also without this.
   */
  async loadOlder(): Promise<void> {
    const keeper = await this.#keeping('loadOlder')
    await this.opening
    return keeper.loadOlder()
  }

  /**
   * Resolves with the unsent messages of the open session, and removes them from the storage. Gives
   * each message to one page only, and none while another page runs the session.
   */
  async takeUnsent(): Promise<readonly WaitingMessage[]> {
    const { unsent } = this.getState()
    if (unsent.length === 0) return []
    if (this.#host.options.storage) return (await this.#keeping('takeUnsent')).takeUnsent()
    this.setState({ unsent: [] })
    return unsent
  }

  /**
   * Takes note of a message that a run is to take, or gives the user back one that none takes.
   *
   * @internal
   */
  say(session: Session, said: SaidMessage): void {
    const { open } = this.#host
    if (session.said) {
      session.said.set(said.id, said)
      open.onSaid?.(session)
      return
    }
    void toReadable(said.content).then((content) => {
      if (session !== open.session) return
      this.setState(({ unsent }) => ({ unsent: [...unsent, { ...said, content }] }))
    })
  }

  /**
   * Stops following the storage, once the agent is no longer shown. The agent then hears from no
   * other page and resumes no run by itself.
   */
  close(): void {
    void this.#beginning?.then(() => this.#keeper?.close()).catch(() => undefined)
  }

  /** Asks another page to stop if that page runs the session. */
  stopElsewhere(): void {
    if (this.getState().running === 'elsewhere') this.#keeper?.stopElsewhere()
  }

  async #begin(): Promise<void> {
    const keeper = await this.#keeping('opening')
    if (this.hasOpened) return
    const others = async (): Promise<void> => {
      for (let last; last !== this.#lastOpening;) {
        last = this.#lastOpening
        await last?.catch(() => undefined)
      }
    }
    await keeper.begin(others).catch(() => undefined)
    this.hasOpened = true
    // Subscribers learn that the first conversation was read, even if no other value changes.
    this.setState({ isOpening: this.#lastOpening !== undefined })
  }

  #showOpening(): void {
    const opening = this.#lastOpening ?? (this.hasOpened ? undefined : this.#beginning)
    this.#change({ isOpening: opening !== undefined })
  }

  /** Opens a session in place of the open one, which needs nothing of the storage. */
  #show(session: KeptSession): void {
    const { open, runs } = this.#host
    if (this.#keeper) this.#keeper.show(session)
    else openInstead(open, session, runs.uses(open.session))
    this.hasOpened = true
    this.#lastOpening = undefined
    const unsent = this.#keeper ? {} : { unsent: [] }
    this.#change({ current: session.id, isOpening: false, ...unsent })
  }

  /** Loads the keeping of sessions. Throws `AgentError` without a storage; `what` is the action. */
  async #keeping(what: string): Promise<SessionKeeping> {
    const storage = needStorage(this.#host.options.storage, what)
    if (this.#keeper) return this.#keeper
    const { SessionKeeper } = storage.preload
      ? (await Promise.all([loadKeeper(), storage.preload()]))[0]
      : (loadKeeper.loaded ?? (await loadKeeper()))
    return (this.#keeper ??= new SessionKeeper(this.#host, storage, this.#change))
  }

  get #stores(): Pick<SessionsState, 'state' | 'usage' | 'artifacts'> {
    const { state, usage, artifacts } = this.#host.open.session
    return { state: state.getState(), usage: usage.getState(), artifacts: artifacts.getState() }
  }

  /** Changes the state, unless it is the same already. */
  readonly #change = (given: Partial<SessionsState>): void => {
    const change = this.isChanging ? { ...given, ...this.#stores } : given
    const now = this.getState()
    const keys = Object.keys(change) as (keyof SessionsState)[]
    if (keys.some((key) => change[key] !== now[key])) this.setState(change)
  }
}

function needStorage(storage: AgentStorage | undefined, what: string): AgentStorage {
  if (storage) return storage
  throw misuse('storage', [what])
}
