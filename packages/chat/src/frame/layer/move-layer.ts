/** A parent that moves a child without a reset of its state. Not every browser has it. */
type Mover = Element & { readonly moveBefore?: (child: Element, before: null) => void }

/** Moves a layer to the end of another element. The focus and what is scrolled stay as they are. */
export function moveLayer(layer: HTMLElement, parent: Mover): void {
  if (layer.parentNode === parent) return
  if (parent.moveBefore && layer.isConnected && parent.isConnected) {
    parent.moveBefore(layer, null)
    return showOnTop(layer)
  }
  const { activeElement } = layer.getRootNode() as Document | ShadowRoot
  const scrolled = [...layer.querySelectorAll('*')].flatMap((element) =>
    element.scrollTop ? [{ element, top: element.scrollTop }] : [],
  )
  parent.append(layer)
  showOnTop(layer)
  for (const { element, top } of scrolled) element.scrollTop = top
  if (layer.contains(activeElement)) (activeElement as HTMLElement).focus({ preventScroll: true })
}

/** Shows a layer above everything that the page has shown in the browser's top layer so far. */
export function showOnTop(layer: HTMLElement): void {
  if (!layer.popover || !layer.isConnected) return
  if (layer.matches(':popover-open')) layer.hidePopover()
  layer.showPopover()
}
