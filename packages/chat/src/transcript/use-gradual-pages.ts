import type { MessagePage } from '@ambit/react'
import { useEffect, useState } from 'react'

/** The number of pages that are drawn at a time, of about 16 messages each. */
const BATCH = 2

interface Drawn {
  /** The id of the first message of all. */
  readonly first: string | undefined
  /** The id of the first message that is drawn; undefined if all are drawn. */
  readonly from: string | undefined
}

/**
 * Returns the pages to draw. Many new pages before the drawn ones follow a few at a time, as when a
 * run reads a whole stored session. Drawing thousands of messages at once would block the page.
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

/** Returns the index of the page that has a message; -1 if none has it. */
const indexOf = (pages: readonly MessagePage[], id: string | undefined): number =>
  id === undefined ? -1 : pages.findIndex((page) => page.includes(id))

/**
 * Returns the first message to draw after the next batch before `start`; undefined if that draws
 * all.
 */
const startBefore = (pages: readonly MessagePage[], start: number): string | undefined =>
  start > BATCH ? pages[start - BATCH]?.[0] : undefined
