import type { KeyboardEvent, RefObject } from 'react'
import type { ChatContextValue } from '../chat-context.ts'
import { isEscape } from '../composer/is-composing.ts'
import { moveFocus } from '../frame/move-focus.ts'

/**
 * Shows the conversation again on Escape while another view is shown. The focus moves to the text
 * field if it was inside the view. Returns true if the key was used.
 */
export function leaveView(
  event: KeyboardEvent<HTMLElement>,
  chat: Pick<ChatContextValue, 'view' | 'setView'> | undefined,
  field: RefObject<HTMLElement | null>,
): boolean {
  if (!chat || chat.view === 'conversation' || !isEscape(event)) return false
  event.preventDefault()
  chat.setView('conversation')
  if ((event.target as Element).closest('.ambit-view')) moveFocus(field.current)
  return true
}
