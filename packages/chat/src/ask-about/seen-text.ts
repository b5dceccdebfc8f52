/** A part of the window, in pixels. */
interface Area {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

const nothing: Area = { left: 0, top: 0, right: 0, bottom: 0 }

/** The text of a page that a user can see: now, or once they scroll to it. */
export class SeenText {
  /** The area in which the contents of an element can be seen. */
  readonly #areas = new Map<Element, Area>()

  /** Whether a user can see any of the text of an element, which is shown in these boxes. */
  has(element: Element, style: CSSStyleDeclaration, boxes: Iterable<DOMRect>): boolean {
    if (style.contentVisibility === 'hidden' || isTransparent(style)) return false
    const area = this.#areaOf(element)
    return [...boxes].some((box) => isLarge(common(box, area)))
  }

  #areaOf(element: Element): Area {
    const inner: Element[] = []
    let area: Area | undefined
    for (let at: Element | null = element; at && !area; at = parentOf(at)) {
      area = this.#areas.get(at)
      if (!area) inner.push(at)
    }
    area ??= pageArea()
    for (const each of inner.toReversed()) {
      area = areaWithin(each, area)
      this.#areas.set(each, area)
    }
    return area
  }
}

/** Returns the element that cuts off what is outside of it, and of what is around it. */
function parentOf(element: Element): Element | null {
  const { position } = getComputedStyle(element)
  if (position === 'fixed') return null
  const isFree = position === 'absolute' && element instanceof HTMLElement
  return isFree ? element.offsetParent : element.parentElement
}

/** Returns what can be seen of a page by scrolling. Nobody scrolls to what is before its start. */
function pageArea(): Area {
  const { direction } = getComputedStyle(document.documentElement)
  const { clientWidth } = document.documentElement
  const isLtr = direction === 'ltr'
  return {
    left: isLtr ? -scrollX : -Infinity,
    top: -scrollY,
    right: isLtr ? Infinity : clientWidth - scrollX,
    bottom: Infinity,
  }
}

function areaWithin(element: Element, around: Area): Area {
  const { overflowX, overflowY, clip, clipPath } = getComputedStyle(element)
  if (/^rect\((?:0px,? ?){4}\)/.test(clip) || /^inset\((?:50|100)%/.test(clipPath)) return nothing
  // The window scrolls for these.
  if (element.matches('html, body')) return around
  const box = element.getBoundingClientRect()
  const { left, right } = within(overflowX, box, around)
  const { top, bottom } = within(overflowY, box, around)
  return { left, top, right, bottom }
}

/** Returns the area that an `overflow` leaves. What can be scrolled to can be seen. */
function within(overflow: string, box: DOMRect, around: Area): Area {
  if (overflow === 'visible') return around
  const shown = common(box, around)
  const isScrolled = overflow !== 'hidden' && overflow !== 'clip' && isLarge(shown)
  return isScrolled ? everything : shown
}

const everything: Area = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity }

const common = (one: Area, other: Area): Area => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
})

/** Whether an area is larger than the pixel that pages give to what they hide. */
const isLarge = ({ left, top, right, bottom }: Area): boolean =>
  right - left > 1 && bottom - top > 1

/** Whether text has no color. A background can shine through its letters. */
function isTransparent(style: CSSStyleDeclaration): boolean {
  const color = style.getPropertyValue('-webkit-text-fill-color') || style.color
  return style.backgroundClip !== 'text' && /^rgba\(.*, 0\)$|^transparent$/.test(color)
}
