import type { KeyboardEvent, RefObject } from 'react'
import { moveFocus } from '../frame/move-focus.ts'

/**
 * Moves the focus on F6: from the text field to the content above it, from everywhere else to the
 * text field.
 */
export function jumpOnKey(
  event: KeyboardEvent<HTMLElement>,
  field: RefObject<HTMLTextAreaElement | null>,
): void {
  if (event.key !== 'F6' || event.defaultPrevented) return
  event.preventDefault()
  const isInField = field.current !== null && field.current.matches(':focus')
  const shown = event.currentTarget.querySelector(
    '.ambit-view:not([hidden], [data-behind]) :is(.ambit-scroller, .ambit-abilities, .ambit-sessions, .ambit-artifact-panel)',
  )
  moveFocus(isInField ? shown : field.current)
}
