import { useEffect, useMemo, useRef, useLayoutEffect } from 'react'
import { isShortcut, parseShortcut } from './shortcut.ts'

/**
 * Calls `onPress` for a shortcut pressed anywhere on the page, unless the page has used the key.
 * Warns in the console of a text that is not a shortcut.
 */
export function useShortcut(text: string | undefined, onPress: () => void): void {
  const shortcut = useMemo(() => (text === undefined ? undefined : parseShortcut(text)), [text])
  const latest = useRef(onPress)
  useLayoutEffect(() => void (latest.current = onPress))
  useEffect(() => {
    if (!shortcut) {
      if (text !== undefined)
        console.warn(
          `[ambit] \`shortcut\` is "${text}", which is not a shortcut, or takes a key that people type with. Give one such as "mod+j", "alt+shift+k" or "f2".`,
        )
      return undefined
    }
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !isShortcut(event, shortcut)) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [shortcut, text])
}
