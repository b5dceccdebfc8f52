import type { EventLog } from '../../events.ts'
import { isOfPerson, toContent } from '../../messages/branches.ts'
import type { UserContent } from '../../messages/message.ts'
import { addUsage } from '../../model/usage.ts'
import type { State } from '../../register.ts'
import {
  type KeptSession,
  type OpenedSession,
  openInstead,
  type Session,
  type SessionHost,
  type SessionsState,
  superseded,
} from '../../session.ts'
import type {
  AgentStorage,
  DegradeReason,
  SessionClaim,
  SessionRow,
  StorageDegradation,
  StorageError,
  WaitingMessage,
} from '../../storage/storage.ts'
import { isWithdrawn, type SaidMessage } from '../../turns.ts'
import { SessionCopy } from './session-copy.ts'

/** The open session of an agent: this page's copy, and the state that the page shows. */
export class OpenSession {
  readonly host: SessionHost
  readonly storage: AgentStorage
  readonly set: (change: Partial<SessionsState>) => void
  readonly #copies = new WeakMap<Session, SessionCopy>()
  /** The sessions that were left while runs of this page went on in them, by id. */
  readonly #left = new Map<string, { readonly session: KeptSession; readonly stop: () => void }>()
  /** The copies of sessions that were left, and of which this page hears nothing any more. */
  readonly #unfollowed = new WeakMap<Session, SessionCopy>()
  /** The ids of deleted sessions, of which nothing more is stored. */
  readonly deleted: Set<string> = new Set()
  readonly #onGone: (id: string) => void
  #readings = new AbortController()
  #opening = new AbortController()
  /** The storage failures that no run has reported yet. */
  readonly #unreported: StorageDegradation[] = []
  /** The reasons for which a failure was noted: one failure of each is reported. */
  readonly #noted = new Set<DegradeReason>()

  /** The messages of the person that no run has taken. */
  readonly waiting: WaitingMessages

  /** `onGone` is called when a session is deleted that was left while runs go on in it. */
  constructor(
    host: SessionHost,
    storage: AgentStorage,
    set: (change: Partial<SessionsState>) => void,
    onGone: (id: string) => void,
  ) {
    this.#onGone = onGone
    this.host = host
    this.storage = storage
    this.set = set
    const copyOf = (session: Session): SessionCopy => this.copyOf(session)
    this.waiting = new WaitingMessages({ opened: host.open, copyOf, set })
    storage.onDegraded((what) => this.#degrade(what))
  }

  get id(): string {
    return this.session.id
  }

  get session(): KeptSession {
    return this.host.open.session
  }

  /** The session that is open once no chat of the session before goes on. */
  get coming(): KeptSession {
    const { next, session } = this.host.open
    return next ?? session
  }

  /** The copy of the open session. */
  get copy(): SessionCopy {
    return this.copyOf(this.session)
  }

  /** A signal that aborts when another session is opened, or the page shows none any more. */
  get signal(): AbortSignal {
    return this.#readings.signal
  }

  /** Ends the reading of the session that was about to be opened. Returns the next signal. */
  beginOpening(): AbortSignal {
    this.#opening.abort(superseded())
    this.#opening = new AbortController()
    return this.#opening.signal
  }

  /** Ends all readings. */
  endReadings(): void {
    this.#readings.abort()
    this.#opening.abort()
  }

  copyOf(session: Session): SessionCopy {
    const copy = this.#copies.get(session) ?? new SessionCopy(this.storage, session, () => this.now)
    this.#copies.set(session, copy)
    return copy
  }

  /**
   * Tells if the history of a session has messages that are to be stored. A session begins with
   * something the person said.
   */
  hasUnsaved(session: Session): boolean {
    const copy = this.copyOf(session)
    const { all } = session.history
    const isBegun = copy.isStored || all.some(isOfPerson)
    return isBegun && !copy.isStale && all.some(({ id }) => !copy.holds(id))
  }

  get now(): number {
    return this.host.ports.clock.now()
  }

  /** Gives the session to begin with its id. Runs that were begun before belong to it. */
  name(id: string): void {
    this.session.id = id
    this.set({ current: id })
  }

  /** Returns the session of an id in which runs of this page go on, opened or left. */
  inUse(id: string): KeptSession | undefined {
    const session = id === this.id ? this.session : this.#left.get(id)?.session
    return session && this.host.runs.asides.uses(session) ? session : undefined
  }

  /** Opens a session in place of the open one. */
  show(session: KeptSession): void {
    if (session !== this.session) this.#replaceBy(session)
  }

  /** Reads the open session. Resolves with false once another one is to be opened. */
  async load(session: KeptSession, row: SessionRow, signal?: AbortSignal): Promise<boolean> {
    if (session !== this.coming) return false
    const copy = this.copyOf(session)
    if (!copy.isRead) {
      session.state = row.state as State
      this.count(row)
    }
    const isOpen = (): boolean => session === this.coming
    await copy.load(row, isOpen, { signal })
    if (!isOpen()) return false
    this.set({ hasOlder: copy.hasOlder })
    // A run that goes on, or was cut short, may be that of a page that takes them.
    if (!row.run) this.waiting.adopt(session, row)
    return true
  }

  /** Tells if a session is deleted, also one that this page has left and no longer follows. */
  async isDeleted(session: Session): Promise<boolean> {
    const { id } = session
    const left = this.#unfollowed.get(session)
    const wasStored = left && (left.isStored || this.copyOf(session).isStored)
    if (wasStored && !(await this.storage.read(id))) this.deleted.add(id)
    return this.deleted.has(id)
  }

  /** Claims a session as the storage does. Resolves with undefined if it is deleted meanwhile. */
  async claim(
    id: string,
    options: Parameters<AgentStorage['claim']>[1],
  ): Promise<SessionClaim | undefined> {
    const claim = await this.storage.claim(id, options)
    if (!claim || !this.deleted.has(id)) return claim
    // The claim has stored the session anew.
    await claim.release()
    await this.storage.delete(id)
    return undefined
  }

  /** Shows the usage of the session, whichever page caused it. */
  count({ usage, costUsd, run }: SessionRow): void {
    this.session.usage.reset({
      usage: run ? addUsage(usage, run.usage) : usage,
      costUsd: run?.costUsd === undefined ? costUsd : (costUsd ?? 0) + run.costUsd,
    })
  }

  /** Takes note that the storage refused a write or a claim of a session. */
  fail(session: Session, { code, message }: StorageError): void {
    // After `lost`, the history has messages that the stored session does not have.
    if (code === 'lost') this.copyOf(session).isStale = true
    else this.#degrade({ reason: code === 'quota' ? 'quota' : 'unavailable', message })
  }

  /** Reports the failures that no run has reported yet, as events of a run. */
  report(log: EventLog): void {
    for (const what of this.#unreported.splice(0)) log.emit('storage_degraded', what)
  }

  #degrade(what: StorageDegradation): void {
    this.set({ degraded: what })
    if (this.#noted.has(what.reason)) return
    this.#noted.add(what.reason)
    this.#unreported.push(what)
  }

  /** Leaves the open session, which stays known while runs of this page go on in it. */
  #replaceBy(session: KeptSession): void {
    const { session: last } = this
    const { asides } = this.host.runs
    this.#readings.abort()
    this.#readings = new AbortController()
    const isUsed = asides.uses(last)
    // What the page has just added is still to be stored.
    const hasUnsaved = this.hasUnsaved(last) && !this.deleted.has(last.id)
    if (isUsed) this.#keepLeft(last)
    else this.#unfollow(last, hasUnsaved)
    openInstead(this.host.open, session, isUsed || hasUnsaved)
    for (const [id, left] of this.#left) {
      if (left.session !== session && asides.uses(left.session)) continue
      left.stop()
      this.#left.delete(id)
      if (left.session !== session) this.#unfollow(left.session)
    }
    const { hasOlder } = this.copy
    this.set({
      current: this.id,
      running: undefined,
      isInterrupted: false,
      isResuming: false,
      hasOlder,
    })
    this.waiting.show()
  }

  /** Leaves a session without runs. Its copy is kept while it has something to store. */
  #unfollow(session: KeptSession, hasUnsaved = false): void {
    this.#unfollowed.set(session, this.copyOf(session))
    if (!hasUnsaved) this.#copies.delete(session)
  }

  #keepLeft(session: KeptSession): void {
    const { id } = session
    this.#left.get(id)?.stop()
    const stop = this.storage.watch(id, ({ type }) => {
      if (type === 'gone') this.#onGone(id)
    })
    this.#left.set(id, { session, stop })
  }
}

/** The parts of the open session that its waiting messages use. */
interface WaitingHost {
  readonly opened: OpenedSession
  readonly copyOf: (session: Session) => SessionCopy
  readonly set: (change: Partial<SessionsState>) => void
}

/** The messages of the person that no run has taken, as they are stored with their session. */
class WaitingMessages {
  readonly #host: WaitingHost
  /** The contents whose files were read. */
  readonly #contents = new WeakMap<SaidMessage, UserContent>()

  /** The ids of the shown messages. */
  #shown = ''

  constructor(host: WaitingHost) {
    this.#host = host
  }

  /** Returns the change that stores the messages of a session; empty if they are stored. */
  change(session: Session, row: SessionRow): Pick<SessionRow, 'waiting'> {
    const { waiting: stored = [] } = row
    const { said, history } = session
    // Another page may still wait to send those that this page does not know.
    const foreign = stored.filter(({ id }) => !said?.has(id) && !history.has(id))
    const own = this.#list(session, (message) => !isWithdrawn(message))
    const waiting = [...foreign, ...own]
    const isSame =
      waiting.length === stored.length && waiting.every(({ id }, at) => id === stored[at]?.id)
    return isSame ? {} : { waiting }
  }

  /** Returns the messages of a session that no chat will take. */
  unsent(session: Session): WaitingMessage[] {
    return this.#list(session, ({ head }) => head === undefined)
  }

  /** Tells if the storage does not have the messages that no chat will take as they are. */
  isChanged(session: Session): boolean {
    const { waiting } = this.#host.copyOf(session)
    return (
      waiting.some(({ id }) => session.said?.has(id) && !session.said.get(id)) ||
      this.unsent(session).some(({ id }) => !waiting.some((stored) => stored.id === id))
    )
  }

  /** Takes over the messages that a page has left, because no page runs the session now. */
  adopt(session: Session, { waiting = [] }: SessionRow): void {
    session.said ??= new Map()
    this.#host.copyOf(session).waiting = waiting
    for (const { id, content } of waiting) {
      if (!session.said.has(id)) session.said.set(id, { id, content })
    }
    this.show()
  }

  /** Takes note of the messages that another page has taken. */
  follow(session: Session, { waiting = [] }: SessionRow): void {
    const copy = this.#host.copyOf(session)
    const taken = copy.waiting.filter(({ id }) => !waiting.some((stored) => stored.id === id))
    copy.waiting = waiting
    for (const { id } of taken) {
      const message = session.said?.get(id)
      if (message && !message.head) session.said?.set(id, undefined)
    }
    this.show()
  }

  /** Ends messages: the person has them back. */
  end(session: Session, messages: readonly WaitingMessage[]): void {
    for (const { id } of messages) session.said?.set(id, undefined)
    this.show()
  }

  /** Shows the unsent messages of the open session. */
  show(): void {
    const { session } = this.#host.opened
    const unsent = this.unsent(session)
    const isSame = unsent.map(({ id }) => id).join() === this.#shown
    if (isSame) return
    this.#shown = unsent.map(({ id }) => id).join()
    this.#host.set({ unsent })
  }

  #list(session: Session, isWanted: (message: SaidMessage) => boolean): WaitingMessage[] {
    const messages: WaitingMessage[] = []
    for (const message of session.said?.values() ?? []) {
      if (!message || !isWanted(message) || session.history.has(message.id)) continue
      const content = this.#read(session, message)
      if (content !== undefined) messages.push({ id: message.id, content })
    }
    return messages
  }

  /** Returns the content of a message; undefined while its files are read. */
  #read(session: Session, message: SaidMessage): UserContent | undefined {
    const known = this.#contents.get(message)
    if (known !== undefined) return known
    const content = toContent(message.content)
    if (!(content instanceof Promise)) return content
    const read = (whole: UserContent): void => {
      this.#contents.set(message, whole)
      this.#host.opened.onSaid?.(session)
    }
    // A file that cannot be read ends the chat with an error.
    content.then(read, () => undefined)
    return undefined
  }
}
