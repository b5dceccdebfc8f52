import { closeHistory, markEdit } from '../../messages/branches.ts'
import { toContent, toReadable } from '../../messages/content.ts'
import { freezeMessage, type Message, type UserContent } from '../../messages/message.ts'
import type { Session } from '../../session.ts'
import { mapInSlices } from '../../slices.ts'
import type {
  AgentStorage,
  MessageRow,
  ReadOptions,
  SessionRow,
  WaitingMessage,
} from '../../storage.ts'
import { isWithdrawn, type SaidMessage, withdrawn } from '../../turns.ts'
import { addSpent, type EndedRun } from './run-journal.ts'

/** The number of messages that are read at first: as many as a page can show. */
const firstRead = 50

/** The number of messages that `loadOlder` reads: more would block the page. */
const pageSize = 500

/** A row, and the reading of its newest messages that was begun with it. */
export interface StoredPage {
  readonly row: SessionRow
  readonly newest: Promise<readonly MessageRow[]>
}

/**
 * Reads a session, and begins to read its newest messages: far away, both take one round trip.
 * Resolves with undefined if there is none with that id.
 */
export async function readPage(
  storage: AgentStorage,
  id: string,
  options?: ReadOptions,
): Promise<StoredPage | undefined> {
  const reading = storage.read(id, options)
  // If this fails, the messages are read again, and that failure counts.
  const newest = storage.readMessages(id, { last: firstRead }, options).catch(() => [])
  const row = await reading
  return row && { row, newest }
}

/** The contents of pending messages whose files were read. */
const contents = new WeakMap<SaidMessage, UserContent>()

interface CopyOptions {
  readonly storage: AgentStorage
  readonly session: Session
  readonly now: () => number
  /** Called when the pending messages that no chat will take may be others. */
  readonly onUnsent: () => void
  /** Called when the files of a pending message were read. */
  readonly onContent: () => void
}

/** The page's copy of a stored session: what is loaded, what is not stored, and what is pending. */
export class SessionCopy {
  /** The messages of the history that are not stored, as far as this page knows. */
  readonly unsaved: Message[] = []
  /** The head that is stored, or that is to be stored. */
  head: string | null = null
  /** The head that was stored when the session was last read or written. */
  storedHead: string | null = null
  /** True if the history has messages that were never stored, and has to be read again. */
  isStale = false
  /** True once the session was read, even if it had no messages. */
  isRead = false
  /** The chat of this page whose end could not be stored. */
  ended: EndedRun | undefined
  readonly #options: CopyOptions
  /** The number of writes of this page. A row that was read before the last one is out of date. */
  writes = 0
  /** The ids of the messages that are stored, as far as this page knows. */
  readonly #stored = new Set<string>()
  /** The ids of the stored messages that a guardrail refused. They are in no history. */
  #refused: ReadonlySet<string> = new Set()
  /** The stored pending messages. */
  #waiting: readonly WaitingMessage[] = []
  /** The readings so far: they follow each other, because each replaces what the history has. */
  #reading: Promise<unknown> = Promise.resolve()
  /** The number of the oldest loaded message. */
  #first = 0
  #next = 0

  constructor(options: CopyOptions) {
    this.#options = options
  }

  /** The number of the next message to come. */
  get next(): number {
    return this.#next
  }

  get hasOlder(): boolean {
    return this.#first > 0
  }

  get isStored(): boolean {
    return this.#next > 0
  }

  /** Whether the run of a row was cut short: this page has not ended it. */
  isCut({ run }: SessionRow): boolean {
    return run !== undefined && run.runId !== this.ended?.runId
  }

  /** Returns a row without the run that this page has ended. Forgets one that is not in it. */
  withEnd(row: SessionRow): SessionRow {
    if (this.ended?.runId !== row.run?.runId) this.ended = undefined
    const { run: _run, ...rest } = row
    return this.ended ? { ...rest, ...addSpent(row, this.ended) } : row
  }

  /** Returns true if a message is stored, as far as this page knows. */
  holds(id: string): boolean {
    return this.#stored.has(id)
  }

  /**
   * Returns the messages to write: the given ones that are not stored, each after the messages of
   * its path that are not stored either. A message whose parent is in no row could not be shown.
   */
  toWrite(messages: readonly Message[]): Message[] {
    const { history } = this.#options.session
    const wanted = new Set<Message>()
    for (const message of messages) {
      const path: Message[] = []
      let at: Message | undefined = message
      while (at && !this.holds(at.id) && !wanted.has(at)) {
        path.push(at)
        at = history.get(at.parentId ?? '')
      }
      for (const missing of path.reverse()) wanted.add(missing)
    }
    return [...wanted]
  }

  /** Takes over the session's row after messages were stored or read. */
  advance(
    { next, head, refused, waiting = [] }: SessionRow,
    messages: readonly Message[] = [],
  ): void {
    this.#next = next
    this.head = this.storedHead = head
    this.#waiting = waiting
    if (refused) this.#refused = new Set(refused)
    this.#markStored(messages)
  }

  /**
   * Reads the newest messages, which come before what the history has already. Does nothing if a
   * run of the page has read the session before. Shows nothing if `isCurrent` is false by then.
   */
  load(page: StoredPage, isCurrent: () => boolean, options?: ReadOptions): Promise<void> {
    return this.#alone(async () => {
      if (!this.isRead) await this.#load(page, isCurrent, options)
    })
  }

  /**
   * Reads what other pages have stored since the last reading, with the state. Shows nothing if
   * `isCurrent` returns false by then.
   */
  catchUp(
    row: SessionRow,
    options: ReadOptions = {},
    isCurrent: () => boolean = () => true,
  ): Promise<void> {
    return this.#alone(async () => {
      if (!isCurrent()) return
      await this.#readNews(row, isCurrent, options)
      if (!isCurrent()) return
      this.isRead = true
      const { history, state } = this.#options.session
      if (row.next > 0) state.load(row.state)
      const { all } = history
      this.unsaved.splice(0, this.unsaved.length, ...all.filter(({ id }) => !this.holds(id)))
    })
  }

  /** Reads all messages that are not loaded, because the model gets all of them. */
  loadAll(row: SessionRow, options?: ReadOptions): Promise<void> {
    return this.#alone(() => this.#loadAll(row, options))
  }

  /**
   * Reads up to 500 messages before the oldest loaded one. Drops them if older messages were loaded
   * meanwhile, or `signal` aborts.
   */
  async loadOlder(signal: AbortSignal): Promise<void> {
    const { storage, session } = this.#options
    const before = this.#first
    if (before === 0) return
    const rows = await storage.readMessages(session.id, { last: pageSize, before }, { signal })
    if (this.#first !== before || signal.aborted) return
    const older = rows.map(({ message }) => message)
    this.#first = Math.max(0, before - pageSize)
    this.#markStored(older)
    this.#restore([...older, ...session.history.all], session.history.head)
  }

  /** Returns the change that stores the pending messages; empty if they are stored. */
  toWaitingChange({
    waiting: stored = [],
  }: Pick<SessionRow, 'waiting'>): Pick<SessionRow, 'waiting'> {
    const { said, history } = this.#options.session
    // Another page may still wait to send those that this page does not know.
    const foreign = stored.filter(({ id }) => !said?.has(id) && !history.has(id))
    const own = this.#pending(({ run }) => !run || !isWithdrawn(run))
    const waiting = [...foreign, ...this.#storable(own)]
    // The order is not compared, because the own messages of each page come last.
    const isSame =
      waiting.length === stored.length &&
      waiting.every(({ id }) => stored.some((each) => each.id === id))
    return isSame ? {} : { waiting }
  }

  /** The pending messages that no chat will take. */
  get unsent(): WaitingMessage[] {
    return this.#pending(({ run }) => run === undefined)
  }

  /** The pending messages of a run that are texts. A file can be stored under a claim alone. */
  textsOf(runId: string): WaitingMessage[] {
    return this.#storable(
      this.#pending(({ run, content }) => run?.id === runId && typeof content === 'string'),
    )
  }

  /** Returns what the storage may have: one elsewhere gets nothing that stays on the device. */
  #storable(waiting: WaitingMessage[]): WaitingMessage[] {
    const { isLocal } = this.#options.storage
    return isLocal === false ? waiting.filter(({ local }) => !local) : waiting
  }

  /** True if the storage has other pending messages than this page. */
  get isWaitingChanged(): boolean {
    return this.toWaitingChange({ waiting: this.#waiting }).waiting !== undefined
  }

  /** Takes over the pending messages that a page has left, because no page runs the session now. */
  adopt({ waiting = [] }: SessionRow): void {
    const { session } = this.#options
    const said = (session.said ??= new Map())
    this.#waiting = waiting
    for (const message of waiting) if (!said.has(message.id)) said.set(message.id, message)
    session.isLocal ||= waiting.some(({ local }) => local)
    this.#options.onUnsent()
  }

  /**
   * Takes note of the pending messages that another page has taken. Under a claim, ends the chats
   * that still wait to send them.
   */
  follow({ waiting = [] }: SessionRow, isClaimed = false): void {
    const { said, history } = this.#options.session
    const taken = this.#waiting.filter(({ id }) => !waiting.some((stored) => stored.id === id))
    const awaited = taken.filter(({ id }) => said?.get(id)?.run && !history.has(id))
    for (const { id } of taken) if (said?.has(id) && !said.get(id)?.run) said.set(id, undefined)
    if (isClaimed) for (const { id } of awaited) said?.get(id)?.run?.cancel(withdrawn)
    // Without a claim, the row can be older than what this page has stored.
    this.#waiting = isClaimed ? waiting : [...waiting, ...awaited]
    this.#options.onUnsent()
  }

  /** Ends pending messages: the user has them back. */
  end(messages: readonly WaitingMessage[]): void {
    for (const { id } of messages) this.#options.session.said?.set(id, undefined)
    this.#options.onUnsent()
  }

  #pending(isWanted: (message: SaidMessage) => boolean): WaitingMessage[] {
    const { said, history } = this.#options.session
    return [...(said?.values() ?? [])].flatMap((message) => {
      // The one gate: what plug-ins have not passed is stored nowhere, and given back to nobody.
      if (!message || message.isHeld || !isWanted(message) || history.has(message.id)) return []
      const { id, local } = message
      const content = this.#contentOf(message)
      return content === undefined ? [] : [{ id, content, ...(local && { local }) }]
    })
  }

  /** Returns the content of a pending message; undefined while its files are read. */
  #contentOf(message: SaidMessage): UserContent | undefined {
    const known = contents.get(message)
    if (known !== undefined) return known
    const { history } = this.#options.session
    const said = markEdit(history, message.branch, message.content)
    const content = toContent(said)
    if (!(content instanceof Promise)) return content
    const read = (whole: UserContent): void => {
      contents.set(message, whole)
      this.#options.onContent()
    }
    void content.catch(() => toReadable(said)).then(read)
    return undefined
  }

  #alone(read: () => Promise<void>): Promise<void> {
    const reading = this.#reading.then(read)
    this.#reading = reading.catch(() => undefined)
    return reading
  }

  async #load(
    { row, newest }: Partial<StoredPage> & Pick<StoredPage, 'row'>,
    isCurrent: () => boolean,
    options?: ReadOptions,
  ): Promise<void> {
    const { rows, first } = await this.#readNewest(row, newest, isCurrent, options)
    if (!isCurrent()) return
    const { history } = this.#options.session
    // What could not be said while the session was not read yet.
    const words = this.isRead ? [] : history.messages
    this.unsaved.length = 0
    this.#stored.clear()
    this.isStale = false
    this.#first = first
    this.#show([], rows, row, row.next - first)
    for (const message of words) if (!history.has(message.id)) history.append(message)
    this.isRead = true
  }

  /** Reads the newest 50 messages, or all if the head is not one of them. */
  async #readNewest(
    { id, next, head }: SessionRow,
    begun: StoredPage['newest'] | undefined,
    isCurrent: () => boolean,
    options: ReadOptions | undefined,
  ): Promise<{ readonly rows: readonly MessageRow[]; readonly first: number }> {
    const read = (last: number): Promise<readonly MessageRow[]> =>
      this.#options.storage.readMessages(id, { last, before: next }, options)
    const first = Math.max(0, next - firstRead)
    const newest = await begun
    // Messages may have been added between the two readings.
    const isWhole = newest && (newest.at(-1)?.seq ?? -1) === next - 1
    const rows = isWhole ? newest : await read(firstRead)
    const isShort = first > 0 && head !== null && !rows.some(({ message }) => message.id === head)
    // The open path may be an old branch without any of the newest messages.
    return isShort && isCurrent() ? { rows: await read(next), first: 0 } : { rows, first }
  }

  async #readNews(row: SessionRow, isCurrent: () => boolean, options: ReadOptions): Promise<void> {
    const { storage, session } = this.#options
    const from = this.#next
    // The claim was lost, and nobody has written since.
    if (row.next === from) this.isStale = false
    if (row.next < from) {
      // The browser has deleted the session, so what is loaded is stored again.
      this.#stored.clear()
      this.#first = 0
      this.#next = row.next
      this.isStale = false
    } else if (this.isStale && row.next > from) await this.#load({ row }, isCurrent, options)
    else if (row.next > from) {
      const rows = await storage.readMessages(row.id, { from }, options)
      if (isCurrent()) this.#show(session.history.all, rows, row, row.next - from)
    } else if (
      row.head !== this.storedHead &&
      (row.head === null || session.history.has(row.head))
    ) {
      this.advance(row)
      this.#restoreNewest(session.history.all, row, true)
    }
  }

  async #loadAll({ id, head }: SessionRow, options: ReadOptions | undefined): Promise<void> {
    if (this.#first === 0) return
    const { storage, session } = this.#options
    const range = { last: this.#first, before: this.#first }
    const rows = await storage.readMessages(id, range, options)
    const read = await mapInSlices(rows, ({ seq, message }) => ({
      seq,
      message: freezeMessage(message),
    }))
    const expected = this.#first
    // `loadOlder` may have read some of them meanwhile.
    const older = read.filter(({ seq }) => seq < expected).map(({ message }) => message)
    this.#markStored(older)
    this.#first = 0
    const { all, head: shown } = session.history
    this.#restoreRows([...older, ...all], shown ?? head, older.length === expected)
  }

  /** Shows messages after those that are `here`. Rows are missing if there are not `expected`. */
  #show(
    here: readonly Message[],
    rows: readonly MessageRow[],
    row: SessionRow,
    expected: number,
  ): void {
    const arrived = rows.map(({ message }) => message)
    this.advance(row, arrived)
    // A write can be reported as failed and be stored nevertheless.
    const known = new Set(here.map(({ id }) => id))
    const messages = [...here, ...arrived.filter(({ id }) => !known.has(id))]
    this.#restoreNewest(messages, row, rows.length >= expected)
  }

  /** Restores messages with the stored head, or with a head of this page that follows it. */
  #restoreNewest(messages: readonly Message[], { head }: SessionRow, isWhole: boolean): void {
    const { head: own, messages: path } = this.#options.session.history
    const isStored = own === null || this.holds(own) || !messages.some(({ id }) => id === own)
    const follows = !isStored && (head === null || path.some(({ id }) => id === head))
    this.#restoreRows(messages, follows ? own : head, isWhole)
  }

  /**
   * Restores messages. If rows are missing, the messages up to `head` become one path with an
   * answer to every call, so that a model accepts it.
   */
  #restoreRows(messages: readonly Message[], head: string | null, isWhole: boolean): void {
    if (isWhole) return this.#restore(messages, head)
    const end = messages.findIndex(({ id }) => id === head)
    const upToHead = end < 0 ? messages : messages.slice(0, end + 1)
    const repaired = closeHistory(upToHead, this.#options.now())
    this.head = repaired.at(-1)?.id ?? null
    // The repair is not stored: the next reading makes it again.
    this.#markStored(repaired)
    this.#restore(repaired, this.head)
  }

  /**
   * Gives the history its messages, without those that were refused. The newest one takes the place
   * of a head that is not among them, because nothing would be shown otherwise.
   */
  #restore(messages: readonly Message[], head: string | null): void {
    const kept = messages.filter(({ id }) => !this.#refused.has(id))
    const isKnown = head === null || kept.some(({ id }) => id === head)
    this.#options.session.history.restore(kept, isKnown ? head : (kept.at(-1)?.id ?? null))
  }

  #markStored(messages: readonly Message[]): void {
    for (const { id } of messages) this.#stored.add(id)
  }
}
