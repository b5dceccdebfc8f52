/**
 * Keeps the end of the growing content of a box in view. Every chat does so, and the floor does
 * not.
 */
export function keepAtEnd(scroller: Element, content: Element): void {
  new ResizeObserver(() => {
    scroller.scrollTop = scroller.scrollHeight
  }).observe(content)
}
