import { AgentError } from '@ambit/core'

/** A key with its modifier keys. */
interface Shortcut {
  readonly key: string
  readonly alt: boolean
  readonly shift: boolean
  /** The Command key on Apple's systems, the Control key elsewhere. */
  readonly mod: boolean
}

/**
 * Parses a shortcut such as `mod+shift+k`. Throws `AgentError` for text that is not a shortcut, or
 * that would take a plain key from every text field.
 */
export function parseShortcut(text: string): Shortcut {
  const keys = text.toLowerCase().split('+')
  const key = keys.pop() ?? ''
  const held = {
    alt: keys.includes('alt'),
    shift: keys.includes('shift'),
    mod: keys.includes('mod'),
  }
  const isKnown = keys.every((name) => name in held)
  const isSafe = held.alt || held.mod || /^f\d+$/.test(key)
  if (key && isKnown && isSafe) return { key, ...held }
  throw new AgentError(
    `The shortcut "${text}" takes a key that people type with. Give one such as "mod+j", "alt+shift+k" or "f2".`,
  )
}

const isApple = (): boolean => /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '')

/** Whether an event is exactly this shortcut. */
export function isShortcut(event: KeyboardEvent, { key, alt, shift, mod }: Shortcut): boolean {
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
