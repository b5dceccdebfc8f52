import type { KeyboardEvent } from 'react'

/**
 * Whether a key belongs to an input method: the key accepts or dismisses a candidate and must not
 * act on the field. Safari ends the composition before the event of that key, and marks the event
 * only by its code 229.
 */
export const isComposing = ({ nativeEvent }: Pick<KeyboardEvent, 'nativeEvent'>): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === 229

/** Whether the key is Escape, and nothing inside has used it. */
export const isEscape = (event: KeyboardEvent): boolean =>
  event.key === 'Escape' && !event.defaultPrevented && !isComposing(event)
