import type { MessagePage } from '@ambit/react'
import { useEffect, useState } from 'react'

/** How many pages are drawn at a time, of about 16 messages each. */
const BATCH = 2

interface Drawn {
  /** The first message there is. */
  readonly first: string | undefined
  /** The first that is drawn; undefined for all. */
  readonly from: string | undefined
}

/**
 * The pages to draw. Where many come before those that are drawn, as when a run reads all of a stored conversation, they follow a few at a time: at once, thousands
 * of messages would hold up the page.
 */
export function useGradualPages(pages: readonly MessagePage[]): readonly MessagePage[] {
  const first = pages[0]?.[0]
  const [drawn, setDrawn] = useState<Drawn>({ first, from: undefined })
  let { from } = drawn
  if (drawn.first !== first) {
    from = startBefore(pages, indexOf(pages, from ?? drawn.first))
    setDrawn({ first, from })
  }
  const start = Math.max(0, indexOf(pages, from))
  useEffect(() => {
    if (start === 0) return undefined
    const timer = setTimeout(() => setDrawn({ first, from: startBefore(pages, start) }))
    return () => clearTimeout(timer)
  }, [pages, first, start])
  return start === 0 ? pages : pages.slice(start)
}

/** The page that a message is in; -1 for none. */
const indexOf = (pages: readonly MessagePage[], id: string | undefined): number =>
  id === undefined ? -1 : pages.findIndex((page) => page.includes(id))

/** The first message to draw where all before `start` are still to come. */
const startBefore = (pages: readonly MessagePage[], start: number): string | undefined =>
  start > BATCH ? pages[start - BATCH]?.[0] : undefined
