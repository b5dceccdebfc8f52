/** The distance in pixels from which a button counts as moved under the pointer. */
const MOVED_PX = 2

/**
 * Watches for presses on the allow button that end without a click, because the page moved the
 * button meanwhile. A user who draws the pointer away from a button that stands still takes the
 * press back. Returns a function that ends the watch.
 */
export function watchLostPress(card: HTMLElement, onLost: () => void): () => void {
  const { ownerDocument: page } = card
  let pressed: { readonly button: Element; readonly at: DOMRect } | undefined
  const onDown = ({ target, isTrusted, button }: PointerEvent): void => {
    const primary = target instanceof Element ? target.closest('[data-primary]') : null
    const isPress = isTrusted && button === 0 && primary !== null
    pressed = isPress ? { button: primary, at: primary.getBoundingClientRect() } : undefined
  }
  const onUp = (event: PointerEvent): void => {
    const { button, at } = pressed ?? {}
    pressed = undefined
    if (!button || !at) return
    const isOn = event.target instanceof Node && button.contains(event.target)
    if (!isOn && hasMoved(at, button.getBoundingClientRect())) onLost()
  }
  card.addEventListener('pointerdown', onDown)
  page.addEventListener('pointerup', onUp, true)
  return () => {
    card.removeEventListener('pointerdown', onDown)
    page.removeEventListener('pointerup', onUp, true)
  }
}

const hasMoved = (before: DOMRect, now: DOMRect): boolean =>
  Math.abs(now.x - before.x) > MOVED_PX || Math.abs(now.y - before.y) > MOVED_PX
