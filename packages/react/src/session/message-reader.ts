import type { Message } from '@ambit/core'
import type { Readable } from '../use-store.ts'
import type { Session } from './session.ts'
import type { SessionState } from './session-state.ts'

/** Those who read one message of a session, by its id: a delta is no news to the others. */
class MessageReaders {
  readonly #session: Session
  readonly #readers = new Map<string, Set<() => void>>()
  #before: SessionState | undefined
  #stop: (() => void) | undefined

  constructor(session: Session) {
    this.#session = session
  }

  add(id: string, listener: () => void): () => void {
    if (this.#readers.size === 0) {
      this.#stop = this.#session.subscribe(this.#onChange)
      this.#before = this.#session.getState()
    }
    const readers = this.#readers.get(id) ?? new Set()
    this.#readers.set(id, readers.add(listener))
    return () => {
      readers.delete(listener)
      if (readers.size > 0 || this.#readers.get(id) !== readers) return
      this.#readers.delete(id)
      if (this.#readers.size === 0) this.#stop?.()
    }
  }

  /** Messages in the history never change, so with the same history only the draft can have. */
  readonly #onChange = (): void => {
    const before = this.#before
    const { draft, path } = (this.#before = this.#session.getState())
    if (path !== before?.path) {
      for (const readers of this.#readers.values()) for (const reader of readers) reader()
    } else if (draft !== before.draft) {
      for (const id of new Set([before.draft?.id, draft?.id])) {
        for (const reader of this.#readers.get(id ?? '') ?? []) reader()
      }
    }
  }
}

const readersOf = new WeakMap<Session, MessageReaders>()

/**
 * The message of an id, on the path or off it, or the one that is being written, as a store of its
 * own, whose listeners are told of what may have changed it.
 */
export function messageReader(session: Session, id: string): Readable<Message | undefined> {
  const readers = readersOf.get(session) ?? new MessageReaders(session)
  readersOf.set(session, readers)
  const getState = (): Message | undefined => {
    const { draft } = session.getState()
    return draft?.id === id ? draft : session.agent.history.get(id)
  }
  return { subscribe: (listener) => readers.add(id, listener), getState, getInitialState: getState }
}
