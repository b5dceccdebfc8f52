/**
 * Scrolls a region so that a focused field in it is in view, outside the region's `scroll-padding`,
 * where other elements stick. Browsers scroll when a field takes the focus, but not when content
 * around the field grows later. Does nothing while no field has the focus.
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

/** Parses a length in pixels. `auto` counts as 0. */
const px = (length: string): number => Number.parseFloat(length) || 0
