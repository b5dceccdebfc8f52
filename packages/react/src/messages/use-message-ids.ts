import type { Message } from '@ambit/core'
import { useState } from 'react'
import { type Readable, useStore } from '../agent/use-store.ts'
import { type SessionState, type SessionStore, useSessionStore } from './session-store.ts'

/**
 * Returns the ids of the session's messages, in order. A new array only when a message is added,
 * removed or moved.
 */
export function useMessageIds(): readonly string[] {
  const session = useSessionStore('useMessageIds')
  const ids = stores.get(session) ?? createIds(session)
  stores.set(session, ids)
  return useStore(ids, (ids) => ids)
}

type Ids = Readable<readonly string[]>

const stores = new WeakMap<SessionStore, Ids>()

function createIds(session: SessionStore): Ids {
  const initial = idsOf(session.getInitialState().messages)
  let from: SessionState | undefined
  let ids = initial
  return {
    subscribe: session.subscribe,
    getInitialState: () => initial,
    getState: () => {
      const state = session.getState()
      // A delta changes the text of the draft, but no id.
      const isSame = state.path === from?.path && state.draft?.id === from.draft?.id
      from = state
      if (!isSame) ids = keepEqual(ids, idsOf(state.messages))
      return ids
    },
  }
}

const idsOf = (messages: readonly Message[]): readonly string[] => messages.map(({ id }) => id)

const keepEqual = (before: readonly string[], now: readonly string[]): readonly string[] =>
  isEqual(before, now) ? before : now

const isEqual = (before: readonly string[], now: readonly string[]): boolean =>
  before.length === now.length && before.every((id, index) => id === now[index])

/** The ids of some neighbouring messages, at least one. */
export type MessagePage = readonly string[]

/**
 * Returns the ids of the session's messages in pages of about 16, for long lists. A page is a new
 * array only when one of its own messages is added, removed or moved.
 *
 * Render a memoised component and an element for each page, with the page's first id as key. When a
 * message grows, React and the browser then skip the rows of all other pages.
 */
export function useMessagePages(): readonly MessagePage[] {
  const ids = useMessageIds()
  const [pages] = useState(() => new MessagePages())
  return pages.of(ids)
}

class MessagePages {
  #ids: readonly string[] = []
  #pages: readonly MessagePage[] = []

  of(ids: readonly string[]): readonly MessagePage[] {
    if (ids === this.#ids) return this.#pages
    const before = new Map(this.#pages.map((page) => [page[0], page]))
    this.#ids = ids
    this.#pages = toPages(ids).map((page) => keepEqual(before.get(page[0]) ?? page, page))
    return this.#pages
  }
}

/** The average number of messages of a page is 2 to the power of this. */
const PAGE_BITS = 4

/**
 * Groups ids into pages of about 16, in their order. The id alone decides if it begins a page:
 * messages before and after it never change the other pages. A message that changed its page would
 * be rendered again.
 */
export function toPages(ids: readonly string[]): readonly (readonly string[])[] {
  const pages: string[][] = []
  for (const id of ids) {
    const page = pages.at(-1)
    if (page && !beginsPage(id)) page.push(id)
    else pages.push([id])
  }
  return pages
}

/**
 * Whether the upper bits of the id's hash are 0. The hash is FNV-1a with one more mix, because ids
 * that count up differ only in their last character.
 */
function beginsPage(id: string): boolean {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hash >>> (32 - PAGE_BITS) === 0
}
