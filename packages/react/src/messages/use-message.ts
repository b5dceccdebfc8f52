import type { Message } from '@ambit/core'
import { useMemo } from 'react'
import { type Readable, useStore } from '../agent/use-store.ts'
import { type SessionMessages, type SessionStore, useSessionStore } from './session-store.ts'

/**
 * Returns one message by its id, also while a model writes it; undefined if there is none. The
 * answer of a call has the id of the call. A delta re-renders only the components that read its
 * message. While `isHeld` is true, no delta does: the message stays as it was until its end, as in
 * a panel that is closed. Default false.
 */
export function useMessage(id: string, isHeld: boolean = false): Message | undefined {
  const session = useSessionStore('useMessage')
  const held = useMemo(() => heldStore(session, id), [session, id])
  return useStore(isHeld ? held.atEnds : held.current, (message) => message)
}

/** Returns a store of one message, and one that gives its text as it last was until its end. */
function heldStore(
  session: SessionStore,
  id: string,
): Readonly<Record<'current' | 'atEnds', Readable<Message | undefined>>> {
  const current = messageStore(session, id)
  let seen: Message | undefined
  const isWritten = (message: Message | undefined): boolean =>
    message !== undefined && message === session.messages.draft
  const look = (): Message | undefined => (seen = current.getState())
  const hold = (): Message | undefined => (seen && isWritten(current.getState()) ? seen : look())
  return {
    current: { ...current, getState: look },
    atEnds: { ...current, getState: hold },
  }
}

/** The listeners of a session, by message id: a delta calls only those of its message. */
class MessageListeners {
  readonly #session: SessionStore
  readonly #byId = new Map<string, Set<() => void>>()
  #before: SessionMessages | undefined
  #stop: (() => void) | undefined

  constructor(session: SessionStore) {
    this.#session = session
  }

  add(id: string, listener: () => void): () => void {
    if (this.#byId.size === 0) {
      this.#stop = this.#session.subscribe(this.#onChange)
      this.#before = this.#session.messages
    }
    const listeners = this.#byId.get(id) ?? new Set()
    this.#byId.set(id, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0 || this.#byId.get(id) !== listeners) return
      this.#byId.delete(id)
      if (this.#byId.size === 0) this.#stop?.()
    }
  }

  /**
   * Calls the listeners of the messages that may have changed. Messages in the history never
   * change: if the history is the same, only the draft can differ.
   */
  readonly #onChange = (): void => {
    const before = this.#before
    const { draft, path } = (this.#before = this.#session.messages)
    if (path !== before?.path) {
      for (const listeners of this.#byId.values()) for (const listener of listeners) listener()
    } else if (draft !== before.draft) {
      for (const id of new Set([before.draft?.id, draft?.id])) {
        for (const listener of this.#byId.get(id ?? '') ?? []) listener()
      }
    }
  }
}

const listenersOf = new WeakMap<SessionStore, MessageListeners>()

/**
 * Returns a store of one message: on the path, off the path, or the draft. Its listeners are called
 * only when the message may have changed.
 */
export function messageStore(session: SessionStore, id: string): Readable<Message | undefined> {
  const listeners = listenersOf.get(session) ?? new MessageListeners(session)
  listenersOf.set(session, listeners)
  const getState = (): Message | undefined => {
    const { draft } = session.messages
    return draft?.id === id ? draft : session.agent.history.get(id)
  }
  return {
    subscribe: (listener) => listeners.add(id, listener),
    getState,
    getInitialState: getState,
  }
}
