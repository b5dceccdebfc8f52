import { useLayoutEffect, useSyncExternalStore, type RefObject } from 'react'
import { holdModal } from './hold-modal.ts'
import { followViewport } from './follow-viewport.ts'

/** As in the styles: up to here the panel takes all of the screen. So low is a phone on its side, or a page at 200 %. */
const small = '(width <= 480px), (height <= 480px)'

/**
 * Whether an open panel takes all of a small screen. While it does, the page behind it cannot be reached, and the panel ends where an
 * on-screen keyboard begins.
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
