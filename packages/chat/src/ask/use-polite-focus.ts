import { useLayoutEffect, type RefObject } from 'react'
import { useChat } from '../chat-context.ts'
import { moveFocus } from '../frame/move-focus.ts'

/**
 * Moves the focus to the first field, unless the user is busy elsewhere. A form that goes with
 * the focus inside returns it to the chat's text field.
 */
export function usePoliteFocus(form: RefObject<HTMLElement | null>): void {
  const { field } = useChat()
  useLayoutEffect(() => {
    const element = form.current
    if (!element) return undefined
    const root = element.getRootNode() as Document | ShadowRoot
    if (isFree(root.activeElement, element)) {
      moveFocus(element.querySelector('input, select, textarea'), element.querySelector('button'))
    }
    const giveBack = (): void => moveFocus(field.current)
    return () => {
      if (element.contains(root.activeElement)) giveBack()
    }
  }, [form, field])
}

/**
 * Whether the focus may be moved: it is nowhere, or in this chat, outside of questions and of
 * fields with text.
 */
function isFree(active: Element | null, form: HTMLElement): boolean {
  if (!active || active === active.ownerDocument.body) return true
  if (!form.closest('.ambit-chat')?.contains(active) || active.closest('form.ambit-question')) {
    return false
  }
  return (
    !(active instanceof HTMLTextAreaElement || active instanceof HTMLInputElement) ||
    active.value === ''
  )
}
