/** Shows an element above the chat, in the browser's top layer, without styles of its own. */
export function putOnTop(element: HTMLElement): void {
  const { style } = element
  element.popover = 'manual'
  for (const name of ['margin', 'padding', 'border']) style.setProperty(name, '0')
  // A popover shrinks to its content.
  if (style.width === '') style.width = '100%'
  if (style.height === '' && style.blockSize === '') style.height = '100%'
  element.showPopover()
}
