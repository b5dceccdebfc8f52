import type { MessagePage } from '@ambit/react'
import { useEffect, useState } from 'react'

/**
 * Whether the user searches the page or selects all of it: a browser finds only what is drawn.
 * False again once the transcript goes on while its end is in view. `canShowMore` is true while
 * the panel is open and pages are left to draw.
 */
export function useReadAll(
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
