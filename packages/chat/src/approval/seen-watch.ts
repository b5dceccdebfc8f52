import { isUncovered } from './is-uncovered.ts'

/** The smallest height of the strips in which a fact is watched, in pixels. */
const STRIP_PX = 24

/** An entry with a field that some browsers add: it tells if something covers the element. */
type Seen = IntersectionObserverEntry & { readonly isVisible?: boolean }
const options: IntersectionObserverInit & { trackVisibility: boolean; delay: number } = {
  threshold: [0, 0.5, 0.95, 1],
  trackVisibility: true,
  delay: 100,
}

/**
 * A watch on the facts of a card: tells if each of them has been in view, uncovered, at some time.
 *
 * A fact is an element with `data-fact` and one empty child with the class `ambit-strips`. That
 * child gets strips over the whole height of the fact, so that a tall fact can be seen bit by bit.
 * A fact whose size or text changes counts as unseen again. An element with `data-folded` hides a
 * part of a fact: not all is seen while there is one. A text field that styles of the page make
 * lower than its text hides a part until it is scrolled to its end.
 */
export class SeenWatch {
  readonly #card: HTMLElement
  readonly #strips: HTMLCollectionOf<Element>
  readonly #observer: IntersectionObserver
  readonly #sizes: ResizeObserver
  readonly #texts: MutationObserver
  readonly #known = new WeakSet<Element>()
  readonly #unseen = new Set<Element>()
  /** The unseen strips in view, where the browser does not tell if something covers them. */
  readonly #inView = new Set<Element>()

  constructor(card: HTMLElement) {
    this.#card = card
    this.#strips = card.getElementsByClassName('ambit-strips')
    this.#observer = new IntersectionObserver((entries) => entries.forEach(this.#take), options)
    this.#sizes = new ResizeObserver((entries) => this.#cut(entries.map(({ target }) => target)))
    this.#texts = new MutationObserver((records) =>
      this.#cut(records.map(({ target }) => stripsOf(target))),
    )
    this.#texts.observe(card, { childList: true, characterData: true, subtree: true })
  }

  /** Whether every fact has been seen. Takes note of new facts. */
  isSeen(): boolean {
    const added = [...this.#strips].filter((strips) => !this.#known.has(strips))
    for (const strips of added) {
      this.#known.add(strips)
      this.#sizes.observe(strips)
    }
    this.#cut(added)
    for (const strip of this.#inView)
      if (isUncovered(strip, strip.closest('[data-fact]') ?? strip)) this.#see(strip)
    for (const strip of this.#unseen) if (!strip.isConnected) this.#see(strip)
    return this.#unseen.size === 0 && this.#folded() === null
  }

  /**
   * Scrolls to the first part that was not seen, and opens it if it is folded. Returns false if all
   * was seen.
   */
  show(): boolean {
    const [strip] = [...this.#unseen].toSorted(byPlace)
    const folded = this.#folded()
    const isFoldFirst = folded !== null && (!strip || byPlace(folded, strip) < 0)
    const first = isFoldFirst ? folded : strip
    first?.scrollIntoView({ block: 'start' })
    if (isFoldFirst) {
      folded.click()
      folded.scrollBy(0, folded.clientHeight)
    }
    return first !== undefined
  }

  stop(): void {
    this.#observer.disconnect()
    this.#sizes.disconnect()
    this.#texts.disconnect()
  }

  #folded(): HTMLElement | null {
    const fields = this.#card.getElementsByTagName('textarea')
    return this.#card.querySelector<HTMLElement>('[data-folded]') ?? [...fields].find(isCut) ?? null
  }

  readonly #take = ({ target, intersectionRatio, isVisible }: Seen): void => {
    const isIn = intersectionRatio > 0.9
    if (isIn && isVisible) this.#see(target)
    else if (isIn && isVisible === undefined) this.#inView.add(target)
    else this.#inView.delete(target)
  }

  #see(strip: Element): void {
    this.#unseen.delete(strip)
    this.#inView.delete(strip)
    this.#observer.unobserve(strip)
  }

  /** Gives facts new strips, none of which was seen. */
  #cut(facts: readonly (Element | null | undefined)[]): void {
    const all = [...new Set(facts)].filter((strips) => strips instanceof Element)
    // All are measured first: a change between two of them would lay out the whole card again.
    const heights = all.map((strips) => strips.getBoundingClientRect().height)
    all.forEach((strips, at) => this.#cutOne(strips, heights[at] ?? 0))
  }

  #cutOne(strips: Element, height: number): void {
    for (const strip of strips.children) this.#see(strip)
    const count = Math.max(1, Math.floor(height / STRIP_PX))
    const cut = Array.from({ length: count }, (_, index) => {
      const strip = strips.ownerDocument.createElement('i')
      // A pixel between two strips, so that rounding does not let one cover the other.
      strip.style.insetBlockStart = `${Math.floor((index * height) / count)}px`
      strip.style.blockSize = `${Math.floor(height / count) - 1}px`
      this.#unseen.add(strip)
      this.#observer.observe(strip)
      return strip
    })
    strips.replaceChildren(...cut)
  }
}

/** Returns the strips of the fact that a change is in; undefined if the change is in the strips. */
function stripsOf(target: Node): Element | null | undefined {
  const element = target instanceof Element ? target : target.parentElement
  if (element?.closest('.ambit-strips')) return undefined
  return element?.closest('[data-fact]')?.querySelector('.ambit-strips')
}

const isCut = ({ scrollTop, clientHeight, scrollHeight }: Element): boolean =>
  scrollTop + clientHeight < scrollHeight - 1

const byPlace = (one: Element, other: Element): number =>
  one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
