const heldByChats = new WeakSet<Element>()

/** Makes all of the page except `element` inert, until the returned function is called. */
export function holdModal(element: HTMLElement): () => void {
  const held: HTMLElement[] = []
  for (let at: Element | null = element; at; at = at.parentElement) {
    for (const sibling of at.parentElement?.children ?? []) {
      if (sibling === at || !(sibling instanceof HTMLElement) || sibling.inert) continue
      sibling.inert = true
      heldByChats.add(sibling)
      held.push(sibling)
    }
  }
  return () => {
    for (const sibling of held) {
      sibling.inert = false
      heldByChats.delete(sibling)
    }
  }
}

/** Whether a chat that fills the screen has made the element inert. */
export const isHeldByChat = (element: Element): boolean => heldByChats.has(element)
