import type { Message } from '@ambit/core'
import { useMemo } from 'react'
import { type Readable, useStore } from '../agent/use-store.ts'
import { type Session, type SessionState, useSession } from './session-store.ts'

/**
 * One message by its id, also while a model still writes it, or undefined where there is none. A
 * tool's answer has the id of its call. A delta re-renders only what reads the message it belongs
 * to.
 */
export function useMessage(id: string): Message | undefined {
  const session = useSession('useMessage')
  const reader = useMemo(() => messageReader(session, id), [session, id])
  return useStore(reader, (message) => message)
}

/**
 * The ids of the messages that stand in one place of the history, oldest first: the message of this
 * id, and what took its place by `edit` or `regenerate`. Empty while the message is being written.
 * `agent.history.select(id)` shows another one.
 */
export function useBranches(messageId: string): readonly string[] {
  const session = useSession('useBranches')
  const reader = useMemo(() => messageReader(session, messageId), [session, messageId])
  return useStore(reader, () => {
    const { history } = session.agent
    return history.has(messageId) ? history.branches(messageId) : none
  })
}

const none: readonly string[] = []

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
