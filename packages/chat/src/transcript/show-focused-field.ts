/**
 * Scrolls a region so that a field in it which has the focus is in view, clear of what sticks to its edges: of the region's `scroll-padding`. Browsers do so
 * when a field takes the focus, but not when what is around it grows later. Does nothing while no field has the focus.
 */
export function showFocusedField(region: HTMLElement): void {
  const { activeElement: field } = region.getRootNode() as Document | ShadowRoot
  if (!field?.matches('input, textarea, select') || !region.contains(field)) return
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(region)
  const [inner, outer] = [field.getBoundingClientRect(), region.getBoundingClientRect()]
  const above = inner.top - outer.top - px(scrollPaddingTop)
  const below = inner.bottom - outer.bottom + px(scrollPaddingBottom)
  if (above < 0) region.scrollTop += above
  else if (below > 0) region.scrollTop += Math.min(above, below)
}

/** What is `auto` counts as nothing. */
const px = (length: string): number => Number.parseFloat(length) || 0
