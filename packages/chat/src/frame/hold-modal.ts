/** Makes all of the page except `element` inert, until the returned function is called. */
export function holdModal(element: HTMLElement): () => void {
  const held: HTMLElement[] = []
  for (let at: Element | null = element; at; at = at.parentElement) {
    for (const sibling of at.parentElement?.children ?? []) {
      if (sibling === at || !(sibling instanceof HTMLElement) || sibling.inert) continue
      sibling.inert = true
      held.push(sibling)
    }
  }
  return () => {
    for (const sibling of held) sibling.inert = false
  }
}
