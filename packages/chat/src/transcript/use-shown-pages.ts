import type { MessagePage } from '@ambit/react'
import {
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { useFrame } from '../frame/frame-context.ts'
import type { EndKeeper } from './end-keeper.ts'

/** The least number of messages that are drawn at the end. Pages of about 16 are drawn whole. */
const KEPT = 96
/** The number of pages that are drawn at a time. Hundreds at once would block the page. */
const BATCH = 2

/** The pages to draw. */
export interface ShownPages {
  readonly pages: readonly MessagePage[]
  /** Draws some of the pages before them; undefined if all are drawn. */
  readonly showEarlier: (() => void) | undefined
  /** True while earlier pages are being drawn, which nobody wants to hear. */
  readonly isDrawing: boolean
}

/**
 * Returns the pages to draw: the newest, and those before them as the user comes near. Back at
 * the end, or when a message comes there, the pages far above are taken off again. So a long
 * transcript costs no more than a short one. Something that the user uses, and an open approval,
 * is never taken off. All pages are drawn for who searches the page or selects all of it.
 */
export function useShownPages(
  all: readonly MessagePage[],
  end: EndKeeper,
  log: RefObject<HTMLElement | null>,
): ShownPages {
  const isAtEnd = useSyncExternalStore(end.subscribe, end.isAtEnd, end.isAtEnd)
  // The first message that is drawn. Its page may have others before it by now.
  const [from, setFrom] = useState<string>()
  let start = indexOf(all, from)
  if (start < 0 && all.length > 0) {
    start = newestOf(all)
    setFrom(all[start]?.[0])
  }
  // Who reads on without scrolling, as with a screen reader, keeps what they asked for.
  const [held, setHeld] = useState<readonly MessagePage[]>()
  const showEarlier = useCallback(() => {
    setFrom(all[Math.max(0, start - BATCH)]?.[0])
    if (end.isAtEnd()) setHeld(all)
  }, [all, start, end])
  const { open } = useFrame()
  const isReadAll = useReadAll(all, isAtEnd, open && start > 0)
  useEffect(() => {
    const isEnough = held === all || newestOf(all) <= start
    if (isReadAll ? start === 0 : !open || !isAtEnd || isEnough) return undefined
    const takeOff = (): void => {
      if (!log.current || !end.region) return
      const drawn = log.current.querySelectorAll('.ambit-page')
      // Earlier pages may have been drawn since this effect ran.
      const first = all.length - drawn.length
      const index = firstToKeep(drawn, newestOf(all) - first, end.region)
      if (index > 0) setFrom(all[first + index]?.[0])
    }
    const timer = setTimeout(isReadAll ? showEarlier : takeOff)
    return () => clearTimeout(timer)
  }, [all, held, start, isAtEnd, isReadAll, open, showEarlier, end, log])
  const settled = indexOf(all, useDeferredValue(from))
  return {
    pages: start > 0 ? all.slice(start) : all,
    showEarlier: start > 0 ? showEarlier : undefined,
    isDrawing: settled > start,
  }
}

/** Returns the index of the first page of the newest `KEPT` messages; 0 if there are fewer. */
function newestOf(pages: readonly MessagePage[]): number {
  let count = 0
  return Math.max(
    0,
    pages.findLastIndex((page) => (count += page.length) >= KEPT),
  )
}

/** Returns the index of the page that has a message; -1 if none has it. */
const indexOf = (pages: readonly MessagePage[], id: string | undefined): number =>
  id === undefined ? -1 : pages.findLastIndex((page) => page.includes(id))

/** The height that stays above the view, in pixels. It is more than where earlier pages come. */
const MARGIN = 1_600

/** The things that a user may be using: an open question, or a field with their text. */
const used =
  '.ambit-approval, :is(input, textarea, select):not(:disabled), [contenteditable], audio, video'

/**
 * Returns the index of the first page to keep, at most `most`. What is near the view of `region`
 * stays, and so does what a user uses.
 */
function firstToKeep(pages: ArrayLike<Element>, most: number, region: Element): number {
  const all = Array.from(pages)
  const farAbove = region.getBoundingClientRect().top - MARGIN
  const inUse = all.findIndex(isInUse)
  let index = Math.min(most, inUse < 0 ? most : inUse)
  while (index > 0 && (all[index]?.getBoundingClientRect().top ?? 0) > farAbove) index--
  return index
}

/** Whether a page has the focus, a selection, an open approval or a field. */
function isInUse(page: Element): boolean {
  if (page.matches(':focus-within') || page.querySelector(used)) return true
  const selection = page.ownerDocument.getSelection()
  return selection?.isCollapsed === false && selection.containsNode(page, true)
}

/**
 * Whether the user searches the page or selects all of it: a browser finds only what is drawn.
 * False again once the transcript goes on while its end is in view. `canShowMore` is true while
 * the panel is open and pages are left to draw.
 */
function useReadAll(
  pages: readonly MessagePage[],
  isAtEnd: boolean,
  canShowMore: boolean,
): boolean {
  const [asked, setAsked] = useState<readonly MessagePage[]>()
  const isReadAll = asked !== undefined && (asked === pages || !isAtEnd)
  const isWatching = canShowMore && !isReadAll
  useEffect(() => {
    if (!isWatching) return undefined
    const onKeyDown = (event: KeyboardEvent): void => {
      if (readsAll(event)) setAsked(pages)
    }
    // The page may keep the key from others.
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [isWatching, pages])
  return isReadAll
}

function readsAll(event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase()
  if (key === 'f3') return true
  if (!event.ctrlKey && !event.metaKey) return false
  const [target] = event.composedPath()
  const isField = target instanceof Element && target.matches('input, textarea')
  return key === 'f' || (key === 'a' && !isField)
}
