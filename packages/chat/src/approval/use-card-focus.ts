import { type RefCallback, useLayoutEffect, useRef } from 'react'
import { useChat } from '../chat-context.ts'
import { moveFocus } from '../frame/move-focus.ts'

/**
 * Gives a card the focus when it appears, where that is in the chat's text field and nothing is written there; when it goes with the focus in it, the text field
 * has it again. Returns the card's ref.
 */
export function useCardFocus(): RefCallback<HTMLElement> {
  const { field, end } = useChat()
  const card = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const [element, text] = [card.current, field.current]
    if (element && text?.matches(':focus') && text.value === '') {
      moveFocus(element)
      end.jump()
    }
    return () => {
      if (element?.contains(element.ownerDocument.activeElement)) moveFocus(text)
    }
  }, [field, end])
  return (element) => void (card.current = element ?? card.current)
}
