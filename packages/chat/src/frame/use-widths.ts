import { useSyncExternalStore } from 'react'

/** The smallest width of a sidebar, in CSS pixels. */
export const minWidth = 280
/** The width that a sidebar leaves to the page where it can, in CSS pixels. */
const pageWidth = 320

/**
 * The width that nobody chose, as CSS. It is 420 pixels on a screen of 1,100 pixels or more, and
 * 340 on one of 1,020 or less. The bounds of a sidebar come on top.
 */
export const fittingWidth = 'min(420px, max(340px, 100vw - 680px))'

/** The widths of a sidebar on a screen, in CSS pixels. */
interface Widths {
  /** The largest: at most half of the screen. It leaves the page 320 pixels where it can. */
  readonly max: number
  /** `fittingWidth` in pixels. */
  readonly fitting: number
}

/**
 * Returns the widths of a sidebar on this screen. The largest is at most `given`, and at least 280.
 * Renders again when the screen changes.
 */
export function useWidths(given: number): Widths {
  const screen = useSyncExternalStore(
    subscribe,
    () => globalThis.innerWidth,
    () => 1440,
  )
  const room = Math.min(Math.floor(screen / 2), screen - pageWidth)
  return {
    max: Math.max(minWidth, Math.min(given, room)),
    fitting: Math.min(420, Math.max(340, screen - 680)),
  }
}

function subscribe(listener: () => void): () => void {
  globalThis.addEventListener('resize', listener)
  return () => globalThis.removeEventListener('resize', listener)
}
