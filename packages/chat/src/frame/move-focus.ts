/**
 * Focuses the first of the elements that is on the page and accepts the focus. The page does not
 * scroll.
 */
export function moveFocus(...candidates: readonly (Element | null | undefined)[]): void {
  for (const element of candidates) {
    if (!(element instanceof HTMLElement) || element === element.ownerDocument.body) continue
    element.focus({ preventScroll: true })
    if (element.matches(':focus')) return
  }
}
