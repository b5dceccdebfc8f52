/**
 * Changes how listeners of the page see two events, until the returned function is called. Dialogs
 * of some libraries hear these events before the chat does, or hear them from elsewhere.
 *
 * Focus that leaves the page for the chat seems to leave the window: no focus trap takes it back.
 * Escape in an open chat seems to be used: only the chat goes back.
 */
export function hideFromPage(layer: HTMLElement): () => void {
  const page = layer.ownerDocument.defaultView
  const hideWayIn = (event: FocusEvent): void => {
    const { target, relatedTarget } = event
    if (!isIn(layer, relatedTarget) || isIn(layer, target)) return
    Object.defineProperty(event, 'relatedTarget', { value: null })
  }
  const markUsed = (event: KeyboardEvent): void => {
    const [target] = event.composedPath()
    if (event.key !== 'Escape' || !isIn(layer, target) || event.defaultPrevented) return
    if (layer.querySelector('.ambit-panel[data-open]') === null) return
    Object.defineProperty(event, 'defaultPrevented', { value: true, configurable: true })
  }
  // The chat itself sees the event as it is.
  const unmark = (event: KeyboardEvent): void => {
    if (Object.hasOwn(event, 'defaultPrevented')) Reflect.deleteProperty(event, 'defaultPrevented')
  }
  page?.addEventListener('focusout', hideWayIn, true)
  page?.addEventListener('blur', hideWayIn, true)
  page?.addEventListener('keydown', markUsed, true)
  layer.addEventListener('keydown', unmark, true)
  return () => {
    page?.removeEventListener('focusout', hideWayIn, true)
    page?.removeEventListener('blur', hideWayIn, true)
    page?.removeEventListener('keydown', markUsed, true)
    layer.removeEventListener('keydown', unmark, true)
  }
}

const isIn = (layer: HTMLElement, target: EventTarget | null | undefined): boolean =>
  target !== null && target !== undefined && layer.contains(target as Node)
