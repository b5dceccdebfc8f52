import { useCallback, useSyncExternalStore } from 'react'

/** The smallest width of a sidebar, in CSS pixels. */
export const minWidth = 280
/** The width that a sidebar leaves to the page where it can, in CSS pixels. */
const pageWidth = 320

/**
 * Returns the largest width of a sidebar on this screen, in CSS pixels. It is at most `given`, and
 * at least 280. The sidebar takes at most half of the screen, and leaves the page 320 pixels.
 * Renders again when the screen changes.
 */
export function useLargestWidth(given: number): number {
  const read = useCallback((): number => {
    const screen = globalThis.innerWidth
    const room = Math.min(Math.floor(screen / 2), screen - pageWidth)
    return Math.max(minWidth, Math.min(given, room))
  }, [given])
  const serverWidth = (): number => Math.max(minWidth, given)
  return useSyncExternalStore(subscribe, read, serverWidth)
}

function subscribe(listener: () => void): () => void {
  globalThis.addEventListener('resize', listener)
  return () => globalThis.removeEventListener('resize', listener)
}
