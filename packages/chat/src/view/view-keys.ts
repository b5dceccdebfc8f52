import type { KeyboardEvent, RefObject } from 'react'
import { isEscape } from '../composer/is-composing.ts'
import { moveFocus } from '../frame/move-focus.ts'

/** The view that a chat shows above its text field. */
export type ChatView = 'conversation' | 'abilities' | 'sessions' | 'artifact'

/** The shown view, and the function that shows another. */
export interface ShownView {
  readonly view: ChatView
  readonly setView: (view: ChatView) => void
}

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

/**
 * Shows the conversation again on Escape while another view is shown. The focus moves to the text
 * field if it was inside the view. Returns true if the key was used.
 */
export function leaveView(
  event: KeyboardEvent<HTMLElement>,
  chat: ShownView | undefined,
  field: RefObject<HTMLElement | null>,
): boolean {
  if (!chat || chat.view === 'conversation' || !isEscape(event)) return false
  event.preventDefault()
  chat.setView('conversation')
  if ((event.target as Element).closest('.ambit-view')) moveFocus(field.current)
  return true
}
