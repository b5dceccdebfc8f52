import { type RefCallback, type RefObject, useLayoutEffect, useRef } from 'react'
import { useChat } from '../chat-context.ts'
import { moveFocus } from '../frame/move-focus.ts'

/**
 * Moves the focus to a new card if the chat's text field has the focus and is empty, unless the
 * user has scrolled away. Brings a new card into view if the view is at the end. A card that goes
 * with the focus inside returns it to the text field. Returns the card's ref.
 */
export function useCardFocus(): RefCallback<HTMLElement> {
  const { field, end } = useChat()
  const card = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const [element, text] = [card.current, field.current]
    const isAtEnd = end.isAtEnd()
    // Who has scrolled away reads on. A card that is taller than the view has left the end itself.
    const isHere = element && (isAtEnd || end.isSeen(element))
    if (isHere && text?.matches(':focus') && text.value === '') {
      moveFocus(element)
      if (isAtEnd) end.jump(element)
    }
    if (element) end.show(element)
    return () => {
      if (element?.contains(element.ownerDocument.activeElement)) focusNow(field)
    }
  }, [field, end])
  return (element) => void (card.current = element ?? card.current)
}

/** Focuses the field of now: it may have come, or been replaced, after the card. */
const focusNow = ({ current }: RefObject<HTMLElement | null>): void => moveFocus(current)
