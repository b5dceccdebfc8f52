import type { Message } from '@ambit/core'
import { useState } from 'react'
import { type Readable, useStore } from '../agent/use-store.ts'
import { type Session, type SessionState, useSession } from './session-store.ts'

/** The ids of the session's messages, in order: a new array only when one comes, goes or moves. */
export function useMessageIds(): readonly string[] {
  const session = useSession('useMessageIds')
  const ids = stores.get(session) ?? createIds(session)
  stores.set(session, ids)
  return useStore(ids, (ids) => ids)
}

type Ids = Readable<readonly string[]>

const stores = new WeakMap<Session, Ids>()

function createIds(session: Session): Ids {
  const initial = idsOf(session.getInitialState().messages)
  let from: SessionState | undefined
  let ids = initial
  return {
    subscribe: session.subscribe,
    getInitialState: () => initial,
    getState: () => {
      const state = session.getState()
      // A delta changes what is being written, not which messages there are.
      const isSame = state.path === from?.path && state.draft?.id === from.draft?.id
      from = state
      if (!isSame) ids = keepEqual(ids, idsOf(state.messages))
      return ids
    },
  }
}

const idsOf = (messages: readonly Message[]): readonly string[] => messages.map(({ id }) => id)

const keepEqual = (before: readonly string[], now: readonly string[]): readonly string[] =>
  before.length === now.length && before.every((id, index) => id === now[index]) ? before : now

/** Some neighbouring messages, by their ids: one at least. */
export type MessagePage = readonly string[]

/**
 * The ids of the session's messages in pages of about 16, for long lists: a page is a new array only when one of its messages comes, goes
 * or moves, whatever happens before and after it. With a memoised component and an element for each page, whose key is the page's first id, React and the
 * browser look at the pages that stay, not at their rows, when a message grows.
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
    this.#pages = toPages(ids).map((page) => {
      const known = before.get(page[0])
      return known && isEqual(known, page) ? known : page
    })
    return this.#pages
  }
}

const isEqual = (before: MessagePage, now: MessagePage): boolean =>
  before.length === now.length && before.every((id, index) => id === now[index])

/** How many messages a page has on average is 2 to the power of this. */
const PAGE_BITS = 4

/**
 * Ids in pages of about 16, in their order. Where a page begins is decided by that id alone, so that whatever comes before or after, all other pages
 * stay as they are: a message that moved to another page would be drawn anew.
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

/** The upper bits of a hash (FNV-1a, mixed once more because ids that count differ in their last character alone). */
function beginsPage(id: string): boolean {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hash >>> (32 - PAGE_BITS) === 0
}
