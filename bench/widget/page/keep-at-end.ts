/** What every chat does and the floor does not: keeps the end of what grows in a box in view. */
export function keepAtEnd(scroller: Element, content: Element): void {
  new ResizeObserver(() => {
    scroller.scrollTop = scroller.scrollHeight
  }).observe(content)
}
