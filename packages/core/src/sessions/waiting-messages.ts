import type { UserContent } from '../messages/content.ts'
import { toContent } from '../messages/to-content.ts'
import { isWithdrawn, type SaidMessage } from '../said-message.ts'
import type { OpenedSession, Session } from '../session.ts'
import type { SessionRow, WaitingMessage } from '../storage/session-row.ts'
import type { SessionCopy } from './session-copy.ts'
import type { SessionsState } from './session-host.ts'

/** The parts of the open session that its waiting messages use. */
interface WaitingHost {
  readonly opened: OpenedSession
  readonly copyOf: (session: Session) => SessionCopy
  readonly set: (change: Partial<SessionsState>) => void
}

/** The messages of the person that no run has taken, as they are stored with their session. */
export class WaitingMessages {
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
