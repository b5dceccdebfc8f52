/**
 * Scrolls to the first of these elements if none of them is in view. What a panel of half the
 * height covers is not in view. The focus stays. Does nothing while the user writes on the page,
 * outside of the chat. The browser reports what is in view by itself, so that no layout is forced.
 * Returns a function that gives up.
 */
export function bringIntoView(elements: readonly Element[]): () => void {
  if (elements.length === 0 || isWriting(document.activeElement)) return () => undefined
  const panel = document.querySelector('.ambit-panel[data-half]')
  const observer = new IntersectionObserver((entries) => {
    observer.disconnect()
    const { boundingClientRect: covered } = entries.find(({ target }) => target === panel) ?? {}
    const isInView = entries.some(
      ({ target, isIntersecting, intersectionRect }) =>
        target !== panel && isIntersecting && (!covered || intersectionRect.top < covered.top),
    )
    if (!isInView) scrollTo(elements[0], covered?.height ?? 0)
  })
  if (panel) observer.observe(panel)
  for (const element of elements) observer.observe(element)
  return () => observer.disconnect()
}

/** Scrolls an element to the middle of the screen without its covered lower part. */
function scrollTo(element: Element | undefined, coveredHeight: number): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const style = element instanceof HTMLElement ? element.style : undefined
  const own = style?.scrollMarginBottom ?? ''
  if (style && coveredHeight > 0) style.scrollMarginBottom = `${coveredHeight}px`
  element?.scrollIntoView({
    // A bar of the page may lie over its edges.
    block: 'center',
    inline: 'nearest',
    behavior: isStill ? 'instant' : 'smooth',
  })
  if (style) style.scrollMarginBottom = own
}

const isWriting = (element: Element | null): boolean =>
  element instanceof HTMLElement &&
  (element.isContentEditable || element.matches('input, textarea')) &&
  !element.closest('.ambit-chat')
