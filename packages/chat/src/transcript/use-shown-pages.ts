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
import { firstToKeep } from './first-to-keep.ts'
import { useReadAll } from './use-read-all.ts'

/** The most pages that are drawn at the end, of about 16 messages each. */
const MOST = 12
/** The pages that stay when there are more. */
const KEPT = 8
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
 * Returns the pages to draw: the newest, and those before them as the person comes near. Back at
 * the end, the pages far above are taken off again, so that a long transcript costs no more than a
 * short one. Something that the person uses, and an open approval, is never taken off. All pages
 * are drawn for who searches the page or selects all of it.
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
    start = all.length > MOST ? all.length - KEPT : 0
    setFrom(all[start]?.[0])
  }
  const showEarlier = useCallback(() => setFrom(all[Math.max(0, start - BATCH)]?.[0]), [all, start])
  const { open } = useFrame()
  const isReadAll = useReadAll(all, isAtEnd, open && start > 0)
  useEffect(() => {
    if (isReadAll ? start === 0 : !open || !isAtEnd || all.length - start <= MOST) return undefined
    const takeOff = (): void => {
      if (!log.current || !end.region) return
      const drawn = log.current.querySelectorAll('.ambit-page')
      const index = firstToKeep(drawn, drawn.length - KEPT, end.region)
      if (index > 0) setFrom(all[start + index]?.[0])
    }
    const timer = setTimeout(isReadAll ? showEarlier : takeOff)
    return () => clearTimeout(timer)
  }, [all, start, isAtEnd, isReadAll, open, showEarlier, end, log])
  const settled = indexOf(all, useDeferredValue(from))
  return {
    pages: start > 0 ? all.slice(start) : all,
    showEarlier: start > 0 ? showEarlier : undefined,
    isDrawing: settled > start,
  }
}

/** Returns the index of the page that has a message; -1 if none has it. */
const indexOf = (pages: readonly MessagePage[], id: string | undefined): number =>
  id === undefined ? -1 : pages.findIndex((page) => page.includes(id))
