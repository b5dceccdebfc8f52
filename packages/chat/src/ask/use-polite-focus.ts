import { useLayoutEffect, type RefObject } from 'react'
import { useChat } from '../chat-context.ts'
import { moveFocus } from '../frame/move-focus.ts'

/** Moves the focus to the first field when nobody is in the middle of anything, and back to the chat's text field when the form goes. */
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

/** Whether the focus is nowhere, or in this chat and not on something that was begun. */
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
