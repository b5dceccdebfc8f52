import { useLayoutEffect, useSyncExternalStore, type RefObject } from 'react'
import { holdModal } from './hold-modal.ts'
import { followViewport } from './follow-viewport.ts'

/**
 * The screens that the panel fills, as in the styles. A screen this low is a phone on its side, or
 * a page at 200 %.
 */
const small = '(width <= 480px), (height <= 480px)'

/**
 * Whether an open panel fills a small screen. The page behind such a panel cannot be reached, and
 * the panel ends above an on-screen keyboard.
 */
export function useFullScreen(panel: RefObject<HTMLElement | null>, open: boolean): boolean {
  const isSmall = useSyncExternalStore(subscribe, matches, () => false)
  const modal = isSmall && open
  useLayoutEffect(() => {
    const { current } = panel
    if (!modal || !current) return undefined
    const letGo = holdModal(current)
    const stop = followViewport(current)
    return () => {
      stop()
      letGo()
    }
  }, [modal, panel])
  return modal
}

const matches = (): boolean => globalThis.matchMedia(small).matches

function subscribe(listener: () => void): () => void {
  const query = globalThis.matchMedia(small)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
