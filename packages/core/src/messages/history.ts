import { dropUndefined } from '../json/json.ts'
import { AgentError } from '../errors/agent-error.ts'
import { type Draft, type Message, freezeMessage } from './message.ts'
import { Store } from '../state/store.ts'

/** What the page and the model see of a history. */
export interface HistoryState {
  /** The id of the last message, or null when there is none. */
  readonly head: string | null
  /** The path from the first message to `head`. */
  readonly messages: readonly Message[]
}

/**
 * A tree of messages: each knows the one it follows, and the path to `head` is what the model sees. A zustand store; messages are frozen
 * and never change once they are in.
 */
export class History extends Store<HistoryState> {
  readonly #messages = new Map<string, Message>()
  readonly #children = new Map<string | null, readonly string[]>()

  /** Starts with `messages`, whose ids must be unique and each of whose parents must stand before it. */
  constructor(messages: readonly Message[] = []) {
    super({ head: null, messages: [] })
    if (messages.length) this.load(messages)
  }

  /** Adds messages as the constructor does, and makes the last of them the head. */
  load(messages: readonly Message[]): void {
    for (const message of messages) this.#add(message)
    const last = messages.at(-1)
    if (last) this.select(last.id)
  }

  /** Every message that is here, whatever path it is on. */
  get all(): Message[] {
    return [...this.#messages.values()]
  }

  /**
   * Puts messages in the place of those that are here, as a storage gives them: the oldest may follow messages that are not here, and the path begins
   * where one is missing.
   */
  restore(messages: readonly Message[], head: string | null): void {
    this.#messages.clear()
    this.#children.clear()
    for (const message of messages) this.#put(freezeMessage(message))
    const path = this.#pathTo(head)
    this.setState({ head: path.at(-1)?.id ?? null, messages: path }, true)
  }

  get head(): string | null {
    return this.getState().head
  }

  /** The path from the first message to `head`. */
  get messages(): readonly Message[] {
    return this.getState().messages
  }

  has(id: string): boolean {
    return this.#messages.has(id)
  }

  get(id: string): Message | undefined {
    return this.#messages.get(id)
  }

  /** Adds a message after `head`, freezes it, and makes it the head. Throws `AgentError` when its id is taken. */
  append<M extends Message>(draft: Draft<M>): M {
    const message = freezeMessage(dropUndefined({ ...draft, parentId: this.head }) as unknown as M)
    this.#add(message)
    this.setState({ head: message.id, messages: this.messages.concat([message]) }, true)
    return message
  }

  /** The ids of the messages that follow the same message as `id` does, itself among them, oldest first. The same array until another one joins them. */
  branches(id: string): readonly string[] {
    return this.#children.get(this.#need(id).parentId) ?? []
  }

  /** Makes the newest path through `id` the one that is seen; null goes back to before the first message. */
  select(id: string | null): void {
    let head = id
    for (let next = id; next !== null; next = this.#children.get(next)?.at(-1) ?? null) head = next
    this.moveTo(head)
  }

  /** Makes `id` itself the head: what follows it is kept, and off the path. */
  moveTo(id: string | null): void {
    if (id !== null) this.#need(id)
    this.setState({ head: id, messages: this.#pathTo(id) }, true)
  }

  /** Begins where a message is missing, as in a history that was restored in part. */
  #pathTo(id: string | null): readonly Message[] {
    const path: Message[] = []
    for (let at = id; at !== null;) {
      const message = this.#messages.get(at)
      if (message) path.push(message)
      at = message?.parentId ?? null
    }
    return path.reverse()
  }

  #add(message: Message): void {
    if (this.#messages.has(message.id)) {
      throw new AgentError(`A message "${message.id}" is already in the history. Ids are unique.`)
    }
    if (message.parentId !== null) this.#need(message.parentId)
    this.#put(message)
  }

  #put(message: Message): void {
    this.#messages.set(message.id, message)
    const siblings = this.#children.get(message.parentId)
    this.#children.set(message.parentId, siblings ? [...siblings, message.id] : [message.id])
  }

  #need(id: string): Message {
    const message = this.#messages.get(id)
    if (message) return message
    throw new AgentError(`There is no message "${id}" in the history.`)
  }
}

/** Moves the head for the run that writes a history, which may when nobody else may. */
export const moveHead = (history: History, id: string | null): void =>
  History.prototype.moveTo.call(history, id)
