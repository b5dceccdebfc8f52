import { closeHistory } from '../../messages/branches.ts'
import type { History } from '../../messages/history.ts'
import { freezeMessage, type Message } from '../../messages/message.ts'
import type { Session } from '../../session.ts'
import { mapInSlices } from '../../slices.ts'
import type {
  AgentStorage,
  MessageRow,
  ReadOptions,
  SessionRow,
  WaitingMessage,
} from '../../storage/storage.ts'

/** The number of messages that `loadOlder` reads: more would block the page. */
const pageSize = 500

/** The page's copy of a stored session: which messages are loaded, and which are not stored. */
export class SessionCopy {
  /** The messages of the history that are not stored, as far as this page knows. */
  readonly unsaved: Message[] = []
  /** The stored messages of the person that no run has taken. */
  waiting: readonly WaitingMessage[] = []
  /** The head that is stored, or that is to be stored. */
  head: string | null = null
  /** The head that was stored when the session was last read or written. */
  storedHead: string | null = null
  /** True if the history has messages that were never stored, and has to be read again. */
  isStale = false
  /** True once the session was read, even if it had no messages. */
  isRead = false
  readonly #storage: AgentStorage
  readonly #session: Session
  readonly #now: () => number
  /** The ids of the messages that are stored, as far as this page knows. */
  readonly #stored = new Set<string>()
  /** The ids of the stored messages that a guardrail refused. They are in no history. */
  #refused: ReadonlySet<string> = new Set()
  /** The readings so far: they follow each other, because each replaces what the history has. */
  #read: Promise<unknown> = Promise.resolve()
  /** The numbers of the oldest loaded message, and of the next message to come. */
  #first = 0
  #next = 0

  constructor(storage: AgentStorage, session: Session, now: () => number) {
    this.#storage = storage
    this.#session = session
    this.#now = now
  }

  /** The session's history: the one that the page sees, or another once the session was left. */
  get #history(): History {
    return this.#session.history
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

  /** Tells if a message is stored, as far as this page knows. */
  holds(id: string): boolean {
    return this.#stored.has(id)
  }

  /** Returns the messages to write: the given ones, and those before them that are not stored. */
  toWrite(messages: readonly Message[]): Message[] {
    const get = (id: string): Message | undefined => this.#history.get(id)
    return withMissingParents(messages, { get, holds: (id) => this.holds(id) })
  }

  /** Takes over the session's row after messages were stored or read. */
  advance(
    { next, head, refused, waiting = [] }: SessionRow,
    messages: readonly Message[] = [],
  ): void {
    this.#next = next
    this.head = this.storedHead = head
    this.waiting = waiting
    if (refused) this.#refused = new Set(refused)
    this.#markStored(messages)
  }

  /**
   * Reads the newest messages, which come before what the history has already. Does nothing if a
   * run of the page has read the session before. Shows nothing if `isCurrent` is false by then.
   */
  load(row: SessionRow, isCurrent: () => boolean, options?: ReadOptions): Promise<void> {
    return this.#alone(async () => {
      if (!this.isRead) await this.#load(row, isCurrent, options)
    })
  }

  async #load(row: SessionRow, isCurrent: () => boolean, options?: ReadOptions): Promise<void> {
    const { rows, first } = await readNewest(this.#storage, row, isCurrent, options)
    if (!isCurrent()) return
    const history = this.#history
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

  /**
   * Reads what other pages have stored since the last reading. Shows nothing if `isCurrent` returns
   * false by then.
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
      const left = this.#history.all.filter(({ id }) => !this.#stored.has(id))
      this.unsaved.splice(0, this.unsaved.length, ...left)
    })
  }

  #alone(read: () => Promise<void>): Promise<void> {
    const reading = this.#read.then(read)
    this.#read = reading.catch(() => undefined)
    return reading
  }

  async #readNews(row: SessionRow, isCurrent: () => boolean, options: ReadOptions): Promise<void> {
    if (row.next < this.#next) {
      // The browser has deleted the session, so what is loaded is stored again.
      this.#stored.clear()
      this.#first = 0
      this.#next = row.next
      this.isStale = false
      return
    }
    if (this.isStale) return this.#load(row, isCurrent, options)
    if (row.next === this.#next) {
      const history = this.#history
      if (row.head !== this.storedHead && (row.head === null || history.has(row.head))) {
        this.advance(row)
        this.#restoreNewest(history.all, row, true)
      }
      return
    }
    const from = this.#next
    const rows = await this.#storage.readMessages(row.id, { from }, options)
    if (!isCurrent()) return
    this.#show(this.#history.all, rows, row, row.next - from)
  }

  /**
   * Reads up to 500 messages before the oldest loaded one. Drops them if older messages were loaded
   * meanwhile, or `signal` aborts.
   */
  async loadOlder(row: Pick<SessionRow, 'id'>, signal: AbortSignal): Promise<void> {
    const before = this.#first
    if (before === 0) return
    const rows = await this.#storage.readMessages(row.id, { last: pageSize, before }, { signal })
    if (this.#first !== before || signal.aborted) return
    const older = rows.map(({ message }) => message)
    const history = this.#history
    this.#first = Math.max(0, before - pageSize)
    this.#markStored(older)
    this.#restore([...older, ...history.all], history.head)
  }

  /** Reads all messages that are not loaded, because the model gets all of them. */
  loadAll(row: SessionRow, options?: ReadOptions): Promise<void> {
    return this.#alone(() => this.#loadAll(row, options))
  }

  async #loadAll(row: SessionRow, options: ReadOptions | undefined): Promise<void> {
    if (this.#first === 0) return
    const range = { last: this.#first, before: this.#first }
    const rows = await this.#storage.readMessages(row.id, range, options)
    const read = await mapInSlices(rows, ({ seq, message }) => ({
      seq,
      message: freezeMessage(message),
    }))
    const expected = this.#first
    // `loadOlder` may have read some of them meanwhile.
    const older = read.filter(({ seq }) => seq < expected).map(({ message }) => message)
    this.#markStored(older)
    this.#first = 0
    const { all, head } = this.#history
    const messages = [...older, ...all]
    if (older.length === expected) this.#restore(messages, head ?? row.head)
    else this.#repair(messages, head ?? row.head)
  }

  /** Shows messages after those that are `here`. Rows are missing if there are not `expected`. */
  #show(here: readonly Message[], rows: readonly MessageRow[], row: SessionRow, expected: number) {
    const arrived = rows.map(({ message }) => message)
    this.advance(row, arrived)
    // A write can be reported as failed and be stored nevertheless.
    const known = new Set(here.map(({ id }) => id))
    const messages = [...here, ...arrived.filter(({ id }) => !known.has(id))]
    this.#restoreNewest(messages, row, rows.length >= expected)
  }

  /** Restores messages with the stored head, or with the head of this page if that is newer. */
  #restoreNewest(messages: readonly Message[], row: SessionRow, isWhole: boolean): void {
    const head = newestHead(this.#history, row.head, messages, (id) => this.holds(id))
    if (isWhole) this.#restore(messages, head)
    else this.#repair(messages, head)
  }

  /**
   * Repairs a history of which rows are missing. The messages up to `head` become one path with an
   * answer to every call, so that a model accepts it.
   */
  #repair(messages: readonly Message[], head: string | null): void {
    const end = messages.findIndex(({ id }) => id === head)
    const left = closeHistory(end < 0 ? messages : messages.slice(0, end + 1), this.#now())
    this.head = left.at(-1)?.id ?? null
    // The repair is not stored: the next reading makes it again.
    this.#markStored(left)
    this.#restore(left, this.head)
  }

  /**
   * Gives the history its messages, without those that were refused. The newest one takes the place
   * of a head that is none of them, because nothing would be shown otherwise.
   */
  #restore(messages: readonly Message[], head: string | null): void {
    const kept = messages.filter(({ id }) => !this.#refused.has(id))
    const isKnown = head === null || kept.some(({ id }) => id === head)
    this.#history.restore(kept, isKnown ? head : (kept.at(-1)?.id ?? null))
  }

  #markStored(messages: readonly Message[]): void {
    for (const { id } of messages) this.#stored.add(id)
  }
}

/** The messages of a session in a page, and which of them are stored. */
interface Copy {
  get(id: string): Message | undefined
  holds(id: string): boolean
}

/**
 * Returns the messages to write: the given ones that are not stored, each after the messages of its
 * path that are not stored either. A message whose parent is in no row could not be shown.
 */
function withMissingParents(messages: readonly Message[], copy: Copy): Message[] {
  const wanted = new Set<Message>()
  for (const message of messages) {
    const path: Message[] = []
    let at: Message | undefined = message
    while (at && !copy.holds(at.id) && !wanted.has(at)) {
      path.push(at)
      at = copy.get(at.parentId ?? '')
    }
    for (const missing of path.reverse()) wanted.add(missing)
  }
  return [...wanted]
}

/**
 * Returns the head after a reading: the stored one, or the page's own if that follows it and is not
 * stored yet. `messages` are all that the history will have; `holds` tells which are stored.
 */
function newestHead(
  { head, messages: path }: History,
  stored: string | null,
  messages: readonly Message[],
  holds: (id: string) => boolean,
): string | null {
  if (head === null || holds(head) || !messages.some(({ id }) => id === head)) return stored
  return stored === null || path.some(({ id }) => id === stored) ? head : stored
}

/** The number of messages that are read at first: as many as a page can show. */
const firstRead = 50

/**
 * Reads the newest 50 messages of a session, or all if its head is none of those. Resolves with the
 * rows, and the number of the first.
 */
async function readNewest(
  storage: AgentStorage,
  { id, next, head }: SessionRow,
  isCurrent: () => boolean,
  options: ReadOptions | undefined,
): Promise<{ readonly rows: readonly MessageRow[]; readonly first: number }> {
  const read = (last: number): Promise<readonly MessageRow[]> =>
    storage.readMessages(id, { last, before: next }, options)
  const first = Math.max(0, next - firstRead)
  const rows = await read(firstRead)
  const isShort = first > 0 && head !== null && !rows.some(({ message }) => message.id === head)
  // The open path may be an old branch without any of the newest messages.
  return isShort && isCurrent() ? { rows: await read(next), first: 0 } : { rows, first }
}
