import { isHeldByChat } from '../hold-modal.ts'

/**
 * Returns the element in which the user can use a chat whose place is `home`. That is the topmost
 * modal `<dialog>`, if it leaves `home` outside. It is the body, if a modal of the page hides
 * `home`. Else it is `home`. `modals` are the open modal dialogs, topmost last.
 */
export function findSpot(home: Element, modals: readonly Element[]): Element {
  const top = modals.at(-1)
  if (top && !top.contains(home)) return top
  const { body } = home.ownerDocument
  // Outside of its shadow root the chat would lose its styles.
  return home.getRootNode() === home.ownerDocument && isHidden(home) ? body : home
}

/** Whether something around the element is in view, but hidden from assistive technology. */
function isHidden(home: Element): boolean {
  for (let at: Element | null = home; at; at = at.parentElement) {
    const isOut =
      at.getAttribute('aria-hidden') === 'true' || (at.hasAttribute('inert') && !isHeldByChat(at))
    if (isOut) return at.getClientRects().length > 0
  }
  return false
}
