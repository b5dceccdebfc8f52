import { useLayoutEffect, useSyncExternalStore, type RefObject } from 'react'
import { followViewport } from './follow-viewport.ts'

/**
 * The screens that the panel fills, as in the styles. A screen this low is a phone on its side, or
 * a page at 200 %.
 */
const small = '(width <= 480px), (height <= 480px)'

/**
 * Whether an open panel fills a small screen. Such a panel ends above an on-screen keyboard.
 */
export function useFullScreen(panel: RefObject<HTMLElement | null>, open: boolean): boolean {
  const isSmall = useSyncExternalStore(subscribe, matches, () => false)
  const modal = isSmall && open
  useLayoutEffect(() => {
    const { current } = panel
    if (!modal || !current) return undefined
    return followViewport(current)
  }, [modal, panel])
  return modal
}

const matches = (): boolean => globalThis.matchMedia(small).matches

function subscribe(listener: () => void): () => void {
  const query = globalThis.matchMedia(small)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
