import { useEffect, useMemo, useRef, useLayoutEffect } from 'react'
import { isShortcut, parseShortcut } from './shortcut.ts'

/**
 * Calls `onPress` for a shortcut pressed anywhere on the page, unless the page has used the key.
 */
export function useShortcut(text: string | undefined, onPress: () => void): void {
  const shortcut = useMemo(() => (text === undefined ? undefined : parseShortcut(text)), [text])
  const latest = useRef(onPress)
  useLayoutEffect(() => void (latest.current = onPress))
  useEffect(() => {
    if (!shortcut) return undefined
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !isShortcut(event, shortcut)) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [shortcut])
}
