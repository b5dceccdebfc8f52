/** The attribute of what a chat that fills the screen holds inert. `canPress` knows it too. */
const heldAttribute = 'data-ambit-held'

/** Makes all of the page except `element` inert, until the returned function is called. */
export function holdModal(element: HTMLElement): () => void {
  const held: HTMLElement[] = []
  for (let at: Element | null = element; at; at = at.parentElement) {
    for (const sibling of at.parentElement?.children ?? []) {
      if (sibling === at || !(sibling instanceof HTMLElement) || sibling.inert) continue
      if (sibling.matches('.ambit-popups')) continue
      sibling.inert = true
      sibling.setAttribute(heldAttribute, '')
      held.push(sibling)
    }
  }
  return () => {
    // What was let go may be inert by the page's own wish since then.
    for (const sibling of held.splice(0)) {
      sibling.inert = false
      sibling.removeAttribute(heldAttribute)
    }
  }
}

/** Whether a chat that fills the screen has made the element inert. */
export const isHeldByChat = (element: Element): boolean => element.hasAttribute(heldAttribute)
