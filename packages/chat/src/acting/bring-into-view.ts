/**
 * Scrolls to the first of these elements if none of them is in view. The focus stays. Does nothing
 * while the person writes on the page, outside of the chat. The browser reports what is in view by
 * itself, so that no layout is forced. Returns a function that gives up.
 */
export function bringIntoView(elements: readonly Element[]): () => void {
  if (elements.length === 0 || isWriting(document.activeElement)) return () => undefined
  const observer = new IntersectionObserver((entries) => {
    observer.disconnect()
    if (entries.some(({ isIntersecting }) => isIntersecting)) return
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    elements[0]?.scrollIntoView({
      // A bar of the page may lie over its edges.
      block: 'center',
      inline: 'nearest',
      behavior: isStill ? 'instant' : 'smooth',
    })
  })
  for (const element of elements) observer.observe(element)
  return () => observer.disconnect()
}

const isWriting = (element: Element | null): boolean =>
  element instanceof HTMLElement &&
  (element.isContentEditable || element.matches('input, textarea')) &&
  !element.closest('.ambit-chat')
