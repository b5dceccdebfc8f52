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
export function readQuote(range: Range, isOpen: (element: Element) => boolean): string {
  const { commonAncestorContainer: common } = range
  const top = common instanceof Element ? common : common.parentElement
  if (!top || top.closest(skipped)) return ''
  const nodes = document.createTreeWalker(top, undefined, (node) =>
    !range.intersectsNode(node) || (node instanceof Element && node.matches(skipped))
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  )
  const measured = new Range()
  const lines = new Lines()
  while (nodes.nextNode() && lines.length <= MOST_CHARS) {
    const { currentNode: node } = nodes
    const { parentElement: element } = node
    if (node instanceof HTMLBRElement) lines.break()
    if (!(node instanceof Text) || !element || !isOpen(element)) continue
    if (element.matches('details:not([open]), [hidden=until-found]')) continue
    const style = getComputedStyle(element)
    measured.selectNodeContents(node)
    const boxes = measured.getClientRects()
    // An element without a box of its own is as visible as what is around it.
    const block = blockOf(element)
    const boxed = style.display === 'contents' ? block : element
    if (!boxed.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    // What a user cannot select. Safari knows the name with its prefix alone.
    if (style.getPropertyValue('-webkit-user-select') === 'none') continue
    // A space has no box at the end of a line.
    if (node.data.trim() && ![measured, block].every(isLarge)) continue
    const text = node.data.slice(
      node === range.startContainer ? range.startOffset : 0,
      node === range.endContainer ? range.endOffset : undefined,
    )
    lines.add(
      style.whiteSpace.startsWith('pre') ? text : text.replaceAll(/\s+/g, ' '),
      element,
      boxes,
    )
  }
  return lines.toString()
}

/** Whether the box of something is larger than the pixel that pages give to what they hide. */
function isLarge(shown: Range | Element): boolean {
  const { width, height } = shown.getBoundingClientRect()
  return width > 1 && height > 1
}

/** The lines of a quote, in the order in which they are read. */
class Lines {
  readonly #lines: { readonly name: string; text: string }[] = []
  #block: Element | undefined
  #box: DOMRect | undefined
  /** The number of characters so far. */
  length = 0

  break(): void {
    this.#box = this.#block = undefined
  }

  /** Adds the text of an element, which is shown in these boxes. */
  add(text: string, element: Element, boxes: DOMRectList): void {
    const block = blockOf(element)
    const name = nameOf(element)
    const last = this.#lines.at(-1)
    const isSame = last?.name === name
    if (text.trim() === '' && !(isSame && block === this.#block)) return
    if (isSame && block === this.#block) last.text += text
    else if (isSame && isBeside(this.#box, boxes[0]))
      last.text = `${last.text.trimEnd()} | ${text.trimStart()}`
    else this.#lines.push({ name, text })
    this.#block = block
    this.#box = [...boxes].at(-1) ?? this.#box
    this.length += text.length
  }

  toString(): string {
    const text = this.#lines
      .map(({ name, text: line }) => (name ? `[${name}] ${line.trim()}` : line.trimEnd()))
      .join('\n')
      .trim()
    const cut = text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}…` : text
    return cut && cleanText(cut).replaceAll(/^/gm, '> ')
  }
}

/** Whether two boxes stand in one line, such as cells of a row. */
const isBeside = (one?: DOMRect, other?: DOMRect): boolean | undefined =>
  one && other && one.top < other.bottom - 1 && other.top < one.bottom - 1

/** Returns the box of lines that an element is a part of. */
function blockOf(element: Element): Element {
  let block = element
  while (block.parentElement && /^(?:inline|contents)$/.test(getComputedStyle(block).display)) {
    block = block.parentElement
  }
  return block
}

const nameOf = (element: Element): string =>
  (element.closest<HTMLElement>('[data-ambit-ref]')?.dataset['ambitRef'] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MOST_OF_NAME)
