import type { Message } from '@ambit/core'
import { useMemo, useState } from 'react'
import { type Readable, useStore } from '../agent/use-store.ts'
import { type SessionMessages, type SessionStore, useSessionStore } from './session-store.ts'

/** The result of `useMessages`. */
export interface UseMessagesResult {
  /** The ids of the session's messages, in order. */
  readonly ids: readonly string[]
  /**
   * The same ids in pages of about 16, for long lists. A page is a new array only when one of its
   * own messages is added, removed or moved.
   *
   * Render a memoised component and an element for each page, with the page's first id as key. When
   * a message grows, React and the browser then skip the rows of all other pages.
   */
  readonly pages: readonly MessagePage[]
  /** True if the storage has older messages. */
  readonly hasOlder: boolean
  /** Reads up to 500 older messages. Never rejects: `session.degraded` tells of a failure. */
  readonly showOlder: () => Promise<void>
}

/**
 * Returns the messages of the session by their ids; `useMessage` returns each. Another object only
 * when a message is added, removed or moved: a delta re-renders no list.
 */
export function useMessages(): UseMessagesResult {
  const session = useSessionStore('useMessages')
  const store = stores.get(session) ?? createIds(session)
  stores.set(session, store)
  const ids = useStore(store, (ids) => ids)
  const hasOlder = useStore(session, (state) => state.session.hasOlder)
  const [all] = useState(() => new MessagePages())
  const pages = all.of(ids)
  return useMemo(
    () => ({
      ids,
      pages,
      hasOlder,
      showOlder: () => session.agent.sessions.loadOlder().catch(() => undefined),
    }),
    [ids, pages, hasOlder, session],
  )
}

type Ids = Readable<readonly string[]>

const stores = new WeakMap<SessionStore, Ids>()

function createIds(session: SessionStore): Ids {
  const initial = idsOf(session.getInitialState().messages)
  let from: SessionMessages | undefined
  let ids = initial
  return {
    subscribe: session.subscribe,
    getInitialState: () => initial,
    getState: () => {
      const now = session.messages
      // A delta changes the text of the draft, but no id.
      const isSame = now.path === from?.path && now.draft?.id === from.draft?.id
      from = now
      if (!isSame) ids = keepEqual(ids, idsOf(now.all))
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
