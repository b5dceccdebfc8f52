/** Focuses the first of the elements that is in the page and takes the focus; the page does not scroll. */
export function moveFocus(...candidates: readonly (Element | null | undefined)[]): void {
  for (const element of candidates) {
    if (!(element instanceof HTMLElement) || element === element.ownerDocument.body) continue
    element.focus({ preventScroll: true })
    if (element.matches(':focus')) return
  }
}
