import { isDisabled, isVisible } from '../tools/can-press.ts'

/** The part of a page in which an element is seen, as what is around it leaves it. */
export interface Sight {
  /** The box outside of which all is cut off; undefined for none. */
  readonly clip: Box | undefined
  /** The box to which the user can scroll. */
  readonly reach: Box
  readonly opacity: number
}

/** A box in pixels of the viewport. */
interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The opacity from which a user sees something. */
const FAINTEST = 0.1

/** What nobody can use now. A chat that fills a small screen holds the page inert meanwhile. */
const inert = '[inert]:not([data-ambit-held])'

/** Returns the sight of a whole page. */
export const sightOfPage = ({ documentElement }: Document): Sight => ({
  clip: undefined,
  reach: reachOf(documentElement),
  opacity: 1,
})

/** What a user sees of the content of elements, as long as nothing else runs. */
export type Sights = Map<Element, Sight | undefined>

/** Returns what a user sees of the content of an element; undefined if that is nothing. */
export function lookInto(
  element: Element,
  around: Sight,
  known: Sights = new Map(),
): Sight | undefined {
  if (!known.has(element)) known.set(element, look(element, around))
  return known.get(element)
}

function look(element: Element, around: Sight): Sight | undefined {
  const style = getComputedStyle(element)
  const opacity = around.opacity * Number(style.opacity)
  if (style.display === 'none' || opacity < FAINTEST || element.matches(inert)) return undefined
  if (isClippedAway(style) || /opacity\(0(?:%?\)|\.0)/.test(style.filter)) return undefined
  if (style.contentVisibility === 'hidden') return undefined
  const { clip, reach } =
    style.position === 'fixed'
      ? { clip: viewportOf(element), reach: sightOfPage(element.ownerDocument).reach }
      : around
  const overflow = `${style.overflowX} ${style.overflowY}`
  if (style.display === 'contents' || !/auto|scroll|hidden|clip/.test(overflow))
    return { clip, reach, opacity }
  const box = intersect(clip, element.getBoundingClientRect())
  if (!isLarge(box)) return undefined
  return /auto|scroll/.test(overflow)
    ? { clip: undefined, reach: reachOf(element), opacity }
    : { clip: box, reach, opacity }
}

/** Returns what a user sees around an element; undefined if they see nothing there. */
export function sightAround(element: Element, known: Sights = new Map()): Sight | undefined {
  const parent = parentOf(element)
  if (parent) {
    const around = known.has(parent) ? undefined : sightAround(parent, known)
    return around ? lookInto(parent, around, known) : known.get(parent)
  }
  const { ownerDocument: page } = element
  const frame = page.defaultView?.frameElement
  const isInFrame = frame && page !== document
  return isInFrame && !isShown(frame, sightAround(frame)) ? undefined : sightOfPage(page)
}

/** Returns the element around another one, also out of a shadow root. */
export function parentOf(element: Element): Element | null {
  const { assignedSlot, parentElement } = element
  const { host = null } = element.getRootNode() as Partial<ShadowRoot>
  return assignedSlot ?? parentElement ?? host
}

/** Whether a node is an element, also one of a frame. */
export const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE

/** Whether a user sees a text, or the box of an element, where `sight` is around it. */
export function isSeen(shown: Text | Element, { clip, reach }: Sight): boolean {
  const element = isElement(shown) ? shown : shown.parentElement
  if (!element || !isVisible(element)) return false
  const box = boxOf(shown)
  if (!isLarge(box) || !isLarge(intersect(clip, box))) return false
  if (!isElement(shown) && isColorless(getComputedStyle(element))) return false
  const { left, top, right, bottom } = reach
  return box.right > left && box.left < right && box.bottom > top && box.top < bottom
}

function boxOf(shown: Text | Element): Box {
  if (isElement(shown)) return shown.getBoundingClientRect()
  const range = shown.ownerDocument.createRange()
  range.selectNodeContents(shown)
  return range.getBoundingClientRect()
}

/** Pages give a pixel to what only a screen reader is to find. */
const isLarge = ({ left, top, right, bottom }: Box): boolean => right - left > 1 && bottom - top > 1

const intersect = (a: Box | undefined, b: Box): Box =>
  a
    ? {
        left: Math.max(a.left, b.left),
        top: Math.max(a.top, b.top),
        right: Math.min(a.right, b.right),
        bottom: Math.min(a.bottom, b.bottom),
      }
    : b

const viewportOf = ({ ownerDocument: { documentElement: html } }: Element): Box => ({
  left: 0,
  top: 0,
  right: html.clientWidth,
  bottom: html.clientHeight,
})

/**
 * Returns the box to which a user can scroll in an element. What stands before its beginning is out
 * of reach.
 */
function reachOf(scroller: Element): Box {
  const { scrollWidth, scrollHeight, clientWidth } = scroller
  const box = scroller.getBoundingClientRect()
  const isPage = scroller === scroller.ownerDocument.documentElement
  const left = box.left - (isPage ? 0 : scroller.scrollLeft)
  const top = box.top - (isPage ? 0 : scroller.scrollTop)
  const isRtl = getComputedStyle(scroller).direction === 'rtl'
  return {
    left: isRtl ? left + clientWidth - scrollWidth : left,
    top,
    right: left + (isRtl ? clientWidth : scrollWidth),
    bottom: top + scrollHeight,
  }
}

/** The shapes that cut everything off. */
const nothing = /^(?:inset\((?:[5-9]\d|100)%|circle\(0|ellipse\(0|polygon\(0)/

const isClippedAway = ({ clipPath, clip, position }: CSSStyleDeclaration): boolean =>
  nothing.test(clipPath) ||
  (/absolute|fixed/.test(position) && /^rect\((?:0|1)px, (?:0|1)px/.test(clip))

/** Whether a text has no color: it is there, and nobody sees it. */
const isColorless = (style: CSSStyleDeclaration): boolean => {
  const color = style.getPropertyValue('-webkit-text-fill-color') || style.color
  return /^rgba\(.*, 0(?:\.0\d*)?\)$/.test(color) || /\/ 0(?:\.0\d*)?\)$/.test(color)
}

/** The chat, and what the application marks as a chat or a question of its own. */
export const ofChat = '.ambit-chat, .ambit-layer, [data-ambit-ui]'

/** What a component library opens beside a dialog, at the end of the page. */
const popups = '[role=listbox], [role=menu], [role=dialog], [role=grid], [role=tree], [popover]'

/** Returns the dialog that makes the rest of the page unusable; undefined if there is none. */
function modalOf(page: Document): Element | undefined {
  const all = [...page.querySelectorAll('dialog:modal, [aria-modal="true"]')]
  return all.findLast((one) => isVisible(one) && !one.closest(ofChat))
}

/** Whether an element stands behind a dialog, and not in what the dialog has opened. */
function isBehind(element: Element, modal: Element): boolean {
  const isAfter = modal.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING
  return !modal.contains(element) && !(isAfter && element.closest(popups))
}

/** Returns what can be used of a page: a part of it, or a dialog, and what these have opened. */
export function usableParts(root: Element): Element[] {
  const { ownerDocument: page } = root
  const modal = modalOf(page)
  const top = modal ?? root
  const opened = modal
    ? [...page.querySelectorAll(popups)].filter((one) => !isBehind(one, modal))
    : openedBy(root)
  const others = opened.filter((one) => !top.contains(one) && !one.closest(ofChat))
  return [top, ...others.filter((one) => !others.some((at) => at !== one && at.contains(one)))]
}

/** Returns what the controls of a part of the page say that they have opened, such as a list. */
const openedBy = (root: Element): Element[] =>
  [...root.querySelectorAll('[aria-controls], [aria-owns]')].flatMap((control) => {
    const ids = `${control.getAttribute('aria-controls')} ${control.getAttribute('aria-owns')}`
    return ids.split(' ').flatMap((id) => root.ownerDocument.getElementById(id) ?? [])
  })

/** Returns why a user could not press an element now; undefined if they could. */
export function whyNotUsable(element: Element): string | undefined {
  if (isDisabled(element)) return 'it is disabled'
  const modal = modalOf(element.ownerDocument)
  if (modal && isBehind(element, modal)) return 'a dialog is open in front of it'
  const shown = shownFor(element)
  let hit: Element | undefined
  // At an edge, a header or a footer of the page may be in front of it.
  for (const block of ['nearest', 'center'] as const) {
    shown.scrollIntoView({ block, inline: block, behavior: 'instant' })
    const { left, top, right, bottom } = shown.getBoundingClientRect()
    hit = (shown.getRootNode() as Document | ShadowRoot)
      .elementsFromPoint((left + right) / 2, (top + bottom) / 2)
      .find((one) => !one.closest(ofChat))
    if (hit && (shown.contains(hit) || element.contains(hit))) return undefined
  }
  return hit ? 'something is in front of it' : 'it is not in view'
}

/** Whether a user sees the box of an element, where `around` is the sight of its place. */
export const isShown = (element: Element, around: Sight | undefined): boolean =>
  around !== undefined && lookInto(element, around) !== undefined && isSeen(element, around)

/** Returns what a user sees of a control: libraries hide a check box behind its label. */
export function shownFor(element: Element): Element {
  if (isShown(element, sightAround(element))) return element
  const { labels, type } = element as HTMLInputElement
  const isChoice = type === 'checkbox' || type === 'radio'
  return labels?.[0] ?? (isChoice && element.parentElement ? element.parentElement : element)
}
