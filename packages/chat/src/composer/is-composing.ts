import type { KeyboardEvent } from 'react'

/**
 * Whether a key belongs to an input method: it accepts or dismisses a candidate and must not act on the field. Safari ends the
 * composition before the key that ended it, and tells that key only by its code 229.
 */
export const isComposing = ({ nativeEvent }: Pick<KeyboardEvent, 'nativeEvent'>): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === 229
