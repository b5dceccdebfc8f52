import { useEffect, useMemo, useRef, useLayoutEffect } from 'react'

/** A key with its modifier keys. */
interface Shortcut {
  readonly key: string
  readonly alt: boolean
  readonly shift: boolean
  /** The Command key on Apple's systems, the Control key elsewhere. */
  readonly mod: boolean
}

/**
 * Parses a shortcut such as `mod+shift+k`. Returns undefined for text that is not a shortcut, or
 * that would take a plain key from every text field.
 */
export function parseShortcut(text: unknown): Shortcut | undefined {
  const keys = String(text).toLowerCase().split('+')
  const key = keys.pop() ?? ''
  const held = {
    alt: keys.includes('alt'),
    shift: keys.includes('shift'),
    mod: keys.includes('mod'),
  }
  const isKnown = keys.every((name) => name in held)
  const isSafe = held.alt || held.mod || /^f\d+$/.test(key)
  return key && isKnown && isSafe ? { key, ...held } : undefined
}

const isApple = (): boolean => /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '')

/** Whether an event is exactly this shortcut. */
function isShortcut(event: KeyboardEvent, { key, alt, shift, mod }: Shortcut): boolean {
  const [command, other] = isApple()
    ? [event.metaKey, event.ctrlKey]
    : [event.ctrlKey, event.metaKey]
  return (
    event.key.toLowerCase() === key &&
    event.altKey === alt &&
    event.shiftKey === shift &&
    command === mod &&
    !other
  )
}

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
          `[ambit] \`shortcut\` is "${text}": not a shortcut, or a key that people type with. Give one such as "mod+j".`,
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
