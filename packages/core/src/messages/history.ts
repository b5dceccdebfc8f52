import { misuse } from '../options/misuse.ts'
import { cloneJson, dropUndefined } from '../json/json.ts'
import { type Draft, type Message, freezeMessage, mayHaveFiles } from './message.ts'
import { Store } from '../state/store.ts'

/** The state of a history that the page and the model see. */
export interface HistoryState {
  /** The id of the last message; null if there is none. */
  readonly head: string | null
  /** The path from the first message to `head`. */
  readonly messages: readonly Message[]
}

const nothing = () => ({ local: false, taint: false, files: false })

/**
 * A tree of messages. Each message knows the one that it follows. The model sees the path from the
 * first message to `head`. A zustand store; messages are frozen when they are added, and never
 * change.
 */
export class History extends Store<HistoryState> {
  readonly #messages = new Map<string, Message>()
  readonly #children = new Map<string | null, readonly string[]>()
  /**
   * What messages on any path have, so that nobody looks for it in all of them.
   *
   * @internal
   */
  any: { local: boolean; taint: boolean; files: boolean } = nothing()

  /**
   * Starts with `messages`. Their ids must be unique, and each message must come after its parent.
   */
  constructor(messages: readonly Message[] = []) {
    super({ head: null, messages: Object.freeze([]) })
    if (messages.length) this.load(messages)
  }

  /**
   * Adds messages under the rules of the constructor, and adds none if one of them breaks a rule.
   * The last one becomes the head.
   */
  load(messages: readonly Message[]): void {
    const added = new Set<string>()
    for (const { id, parentId } of messages) {
      if (added.has(id)) this.#refuse(id)
      this.#checkNew(id, added.has(parentId ?? '') ? null : parentId)
      added.add(id)
    }
    // The messages belong to the application, so copies are frozen.
    this.#put(
      messages.map((each) => (Object.isFrozen(each) ? each : freezeMessage(cloneJson(each)))),
    )
    const last = messages.at(-1)
    if (last) this.select(last.id)
  }

  /**
   * The number of messages, on all paths.
   *
   * @internal
   */
  get size(): number {
    return this.#messages.size
  }

  /** Every message of the history, on all paths. */
  get all(): Message[] {
    return [...this.#messages.values()]
  }

  /**
   * Replaces all messages with stored ones. The oldest stored message may follow a message that is
   * not stored; the path then begins with the oldest one.
   */
  restore(messages: readonly Message[], head: string | null): void {
    this.#messages.clear()
    this.#children.clear()
    this.any = nothing()
    this.#put(messages.map((each) => (Object.isFrozen(each) ? each : freezeMessage(each))))
    const path = this.#pathTo(head)
    this.#show(path.at(-1)?.id ?? null, path)
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

  /**
   * Adds a message after `head`, freezes it, and makes it the head. A message that `toMessage` made
   * for this place is added as it is. Throws `AgentError` if its id is taken.
   */
  append<M extends Message>(draft: Draft<M>): M {
    const message = isAt<M>(draft, this.head) ? freezeMessage(draft) : toMessage(draft, this.head)
    this.#checkNew(message.id, message.parentId)
    this.#put([message])
    this.#show(message.id, this.messages.concat([message]))
    return message
  }

  /**
   * Returns the ids of all messages that follow the same message as `id`, including `id`, oldest
   * first. Returns the same array until a message is added to them. Empty for an unknown id, and
   * while the message is being written.
   */
  branches(id: string): readonly string[] {
    const message = this.get(id)
    return (message && this.#children.get(message.parentId)) ?? noIds
  }

  /** Makes the newest path through `id` the visible one. Null moves to before the first message. */
  select(id: string | null): void {
    let head = id
    for (let next = id; next !== null; next = this.#children.get(next)?.at(-1) ?? null) head = next
    this.moveTo(head)
  }

  /** Makes exactly `id` the head. Messages that follow it stay in the history, but off the path. */
  moveTo(id: string | null): void {
    if (id !== null) this.#need(id)
    this.#show(id, this.#pathTo(id))
  }

  /**
   * Removes a message and everything that follows it. A path through it ends before it. Returns the
   * ids of what was removed.
   *
   * @internal
   */
  remove(id: string): readonly string[] {
    const { parentId } = this.#need(id)
    const path = this.messages.findIndex((message) => message.id === id)
    const removed = [id]
    for (const each of removed) {
      for (const child of this.#children.get(each) ?? []) removed.push(child)
      this.#messages.delete(each)
      this.#children.delete(each)
    }
    const siblings = this.#children.get(parentId) ?? []
    this.#children.set(
      parentId,
      siblings.filter((other) => other !== id),
    )
    if (path >= 0) this.#show(parentId, this.messages.slice(0, path))
    return removed
  }

  #show(head: string | null, messages: readonly Message[]): void {
    this.setState({ head, messages: Object.freeze(messages) }, true)
  }

  /**
   * Returns the path to a message. The path begins after a missing message, as in a partly restored
   * history.
   */
  #pathTo(id: string | null): readonly Message[] {
    const path: Message[] = []
    for (let at = id; at !== null;) {
      const message = this.#messages.get(at)
      if (message) path.push(message)
      at = message?.parentId ?? null
    }
    return path.reverse()
  }

  /** Throws `AgentError` if an id is taken, or if there is no such message to follow. */
  #checkNew(id: string, parentId: string | null): void {
    if (this.#messages.has(id)) this.#refuse(id)
    if (parentId !== null) this.#need(parentId)
  }

  #refuse(id: string): never {
    throw misuse('messageTwice', [id])
  }

  #put(messages: readonly Message[]): void {
    const added = new Map<string | null, string[]>()
    for (const message of messages) {
      const { id, parentId } = message
      this.#messages.set(id, message)
      if (message.local) this.any.local = true
      if (message.taint !== undefined) this.any.taint = true
      if (mayHaveFiles(message)) this.any.files = true
      const siblings = added.get(parentId)
      if (siblings) siblings.push(id)
      else added.set(parentId, [...(this.#children.get(parentId) ?? []), id])
    }
    for (const [parentId, ids] of added) this.#children.set(parentId, ids)
  }

  #need(id: string): Message {
    const message = this.#messages.get(id)
    if (message) return message
    throw misuse('messageUnknown', [id])
  }
}

/** Makes the frozen message that follows the message `parentId`. */
export const toMessage = <M extends Message>(draft: Draft<M>, parentId: string | null): M =>
  freezeMessage(dropUndefined({ ...draft, parentId }) as unknown as M)

const isAt = <M extends Message>(draft: Draft<M>, head: string | null): draft is M =>
  Object.isFrozen(draft) && (draft as Partial<Message>).parentId === head

/**
 * Moves the head on behalf of the run that writes the history. Nobody else may move it during that
 * run.
 */
export const moveHead = (history: History, id: string | null): void =>
  History.prototype.moveTo.call(history, id)

const noIds: readonly string[] = []
