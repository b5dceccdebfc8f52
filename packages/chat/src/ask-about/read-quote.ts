import { cleanText } from '../markdown/text-intake.ts'

/** The longest quote, and the longest name of a thing, in UTF-16 units. */
const MOST_CHARS = 4_000
const MOST_OF_NAME = 200

/** What is never quoted: what the page keeps private, and what is not text for people. */
const skipped = '[data-private], button:not([data-ambit-ref]), textarea, select'

/**
 * Returns the text of a range as a user sees it, each line after a `>`. Empty if there is none. A
 * line of a thing that the page names by `data-ambit-ref` begins with that name. `isOpen` tells if
 * the text of an element may be quoted. A longer text ends after 4,000 characters.
 */
export function readQuote(range: Range, isOpen: (element: Element) => unknown): string {
  const { commonAncestorContainer: common } = range
  const top = common instanceof Element ? common : common.parentElement
  if (!top || top.closest(skipped)) return ''
  const nodes = document.createTreeWalker(top, undefined, (node) =>
    !range.intersectsNode(node) || (node instanceof Element && node.matches(skipped))
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  )
  const measured = new Range()
  const lines: Line[] = []
  let length = 0
  let lastBlock: Element | undefined
  let lastBox: DOMRect | undefined
  while (nodes.nextNode() && length <= MOST_CHARS) {
    const { currentNode: node } = nodes
    const { parentElement: element } = node
    if (node instanceof HTMLBRElement) lastBox = lastBlock = undefined
    if (!(node instanceof Text) || !element || !isOpen(element)) continue
    if (element.matches('details:not([open]), [hidden=until-found]')) continue
    const style = getComputedStyle(element)
    measured.selectNodeContents(node)
    const boxes = measured.getClientRects()
    // A space has no box at the end of a line.
    const box = node.data.trim() ? measured.getBoundingClientRect() : {}
    const block = blockOf(element, box)
    if (!block) continue
    // An element without a box of its own is as visible as what is around it.
    const boxed = style.display === 'contents' ? block : element
    if (!boxed.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    // What a user cannot select. Safari knows the name with its prefix alone.
    if (style.webkitUserSelect === 'none') continue
    const whole = node.data.slice(
      node === range.startContainer ? range.startOffset : 0,
      node === range.endContainer ? range.endOffset : undefined,
    )
    const text = style.whiteSpace.startsWith('pre') ? whole : whole.replaceAll(/\s+/g, ' ')
    const name = nameOf(element)
    const last = lines.at(-1)
    const isSame = last?.name === name
    if (isSame && block === lastBlock) last.text += text
    else if (!text.trim()) continue
    else if (isSame && isBeside(lastBox, boxes[0]))
      last.text = `${last.text.trimEnd()} | ${text.trimStart()}`
    else lines.push({ name, text })
    lastBlock = block
    lastBox = boxes[boxes.length - 1] ?? lastBox
    length += text.length
  }
  return toText(lines)
}

/** A line of a quote, and the name of the thing that it is of. */
interface Line {
  readonly name: string
  text: string
}

/** Returns the lines as a quote. */
function toText(lines: readonly Line[]): string {
  const text = lines
    .map(({ name, text: line }) => (name ? `[${name}] ${line.trim()}` : line.trimEnd()))
    .join('\n')
    .trim()
  const cut = text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}…` : text
  return cut && cleanText(cut).replaceAll(/^/gm, '> ')
}

/** Whether two boxes stand in one line, such as cells of a row. */
const isBeside = (one?: DOMRect, other?: DOMRect): boolean | undefined =>
  one && other && one.top < other.bottom - 1 && other.top < one.bottom - 1

/**
 * Returns the element with the lines that text in `box` is a part of. Undefined for text without a
 * size or a colour, that is clipped away, or that nobody can scroll to.
 */
function blockOf(at: Element | null, box: Partial<DOMRect>): Element | undefined {
  const { height = 2 } = box
  let { width = 2, right = 1, bottom = 1 } = box
  let block: Element | undefined
  let isClear: boolean | undefined
  for (; at; at = at.parentElement) {
    const { clientWidth } = at
    const style = getComputedStyle(at)
    // A background can show through the letters.
    isClear =
      (isClear ?? /^rgba.* 0\)$|\/ 0\)$/.test(style.webkitTextFillColor)) &&
      style.backgroundClip !== 'text'
    right += at.scrollWidth - clientWidth
    bottom += at.scrollTop
    if (/inset\((50|100)%/.test(style.clipPath)) width = 0
    if (/^(inline|contents)$/.test(style.display)) continue
    block ??= at
    // The pixel that pages give to what they hide.
    if (style.overflow !== 'visible') width = Math.min(width, clientWidth, at.clientHeight)
  }
  return isClear || Math.min(width - 1, height - 1, right, bottom) <= 0 ? undefined : block
}

const nameOf = (element: Element): string =>
  (element.closest<HTMLElement>('[data-ambit-ref]')?.dataset['ambitRef'] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MOST_OF_NAME)
