import type { AgentStorage, MessageRow, SessionRow } from '../storage/storage.ts'
import type { History } from '../messages/history.ts'
import { closeHistory } from '../messages/close-history.ts'
import type { Message } from '../messages/message.ts'

/** How many messages are read at first: what a page can show. */
const firstRead = 50
/** How many are read at once after that: more would hold up the page. */
const pageSize = 500

/** The page's copy of a stored session: which of its messages are here, and which messages here are not stored. */
export class SessionCopy {
  /** What is in the history and not stored, as far as is known. */
  readonly unsaved: Message[] = []
  /** The head as it is stored. */
  head: string | null = null
  /** The history holds what no storage does: all of it is to be read again. */
  isStale = false
  readonly #storage: AgentStorage
  readonly #history: History
  readonly #now: () => number
  /** The ids of what is known to be stored. */
  readonly #stored = new Set<string>()
  /** The numbers of the oldest message that is here, and of the next one to come. */
  #first = 0
  #next = 0

  constructor(storage: AgentStorage, history: History, now: () => number) {
    this.#storage = storage
    this.#history = history
    this.#now = now
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

  /** Messages have been stored, which made the session this. */
  advance({ next, head }: SessionRow, messages: readonly Message[] = []): void {
    this.#next = next
    this.head = head
    this.#know(messages)
  }

  /** Reads the newest messages in place of those that are here. */
  async load(row: SessionRow): Promise<void> {
    const rows = await this.#storage.readMessages(row.id, { last: firstRead, before: row.next })
    this.unsaved.length = 0
    this.#stored.clear()
    this.isStale = false
    this.#first = Math.max(0, row.next - firstRead)
    this.#show([], rows, row, row.next - this.#first)
    // The open path may be an old branch, of which nothing is among the newest.
    if (row.head !== null && !this.#history.has(row.head)) await this.loadAll(row)
  }

  /** Reads what other pages have stored since. */
  async catchUp(row: SessionRow): Promise<void> {
    await this.#readNews(row)
    const left = this.#history.all.filter(({ id }) => !this.#stored.has(id))
    this.unsaved.splice(0, this.unsaved.length, ...left)
  }

  async #readNews(row: SessionRow): Promise<void> {
    const history = this.#history
    if (row.next < this.#next) {
      // The browser has thrown it away: what is here is stored again.
      this.#stored.clear()
      this.#first = 0
      this.#next = row.next
      this.isStale = false
      return
    }
    if (this.isStale) return this.load(row)
    if (row.next === this.#next) {
      if (row.head !== this.head && history.has(row.head ?? '')) {
        this.head = row.head
        history.restore(history.all, row.head)
      }
      return
    }
    const from = this.#next
    const rows = await this.#storage.readMessages(row.id, { from })
    const arrived = new Set(rows.map(({ message }) => message.id))
    // A write may have been told to have failed and be stored all the same.
    const here = history.all.filter(({ id }) => !arrived.has(id))
    this.#show(here, rows, row, row.next - from)
  }

  /** Reads up to 500 messages before the oldest that is here; none where all of them have come in the meantime, or `isOpen` no longer holds. */
  async loadOlder(row: Pick<SessionRow, 'id'>, isOpen: () => boolean): Promise<void> {
    const before = this.#first
    if (before === 0) return
    const rows = await this.#storage.readMessages(row.id, { last: pageSize, before })
    if (this.#first !== before || !isOpen()) return
    const older = rows.map(({ message }) => message)
    const history = this.#history
    this.#first = Math.max(0, before - pageSize)
    this.#know(older)
    history.restore([...older, ...history.all], history.head)
  }

  /** Reads all there is, since the model is told all there is. */
  async loadAll(row: SessionRow): Promise<void> {
    if (this.#first === 0) return
    const range = { last: this.#first, before: this.#first }
    const rows = await this.#storage.readMessages(row.id, range)
    const older = rows.map(({ message }) => message)
    this.#know(older)
    const expected = this.#first
    this.#first = 0
    const history = this.#history
    const head = history.head ?? row.head
    const all = [...older, ...history.all]
    if (older.length === expected) history.restore(all, head)
    else this.#repair(all, head)
  }

  #show(here: Message[], rows: readonly MessageRow[], row: SessionRow, expected: number): void {
    const arrived = rows.map(({ message }) => message)
    this.advance(row, arrived)
    const messages = [...here, ...arrived]
    if (rows.length < expected) this.#repair(messages, row.head)
    else this.#history.restore(messages, row.head)
  }

  /** Rows are gone: what is left is put into one row, every call of it answered, so that the model can be asked. */
  #repair(messages: readonly Message[], head: string | null): void {
    const end = messages.findIndex(({ id }) => id === head)
    const left = closeHistory(end < 0 ? messages : messages.slice(0, end + 1), this.#now())
    this.head = left.at(-1)?.id ?? null
    // What mends it is made again at the next reading.
    this.#know(left)
    this.#history.restore(left, this.head)
  }

  #know(messages: readonly Message[]): void {
    for (const { id } of messages) this.#stored.add(id)
  }
}
