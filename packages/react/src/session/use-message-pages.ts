import { useState } from 'react'
import { toPages } from './to-pages.ts'
import { useMessageIds } from './use-message-ids.ts'

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
