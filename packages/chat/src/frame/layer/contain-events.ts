/**
 * The events by which a page tells that something outside of its own dialog was used. An outer form
 * would take a `submit` for its own.
 */
const contained = [
  'pointerdown',
  'mousedown',
  'click',
  'touchstart',
  'touchmove',
  'touchend',
  'wheel',
  'focusin',
  'focusout',
  'submit',
] as const

/**
 * Keeps events of the chat from the page: they end at `layer`, where React has heard them already.
 * A dialog of the page then neither closes nor takes the focus back when the user uses the chat.
 */
export function containEvents(layer: HTMLElement): void {
  const stop = (event: Event): void => event.stopPropagation()
  for (const type of contained) layer.addEventListener(type, stop)
  layer.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && event.defaultPrevented) stop(event)
  })
}
