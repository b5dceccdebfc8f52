import { isUncovered } from './is-uncovered.ts'
import { SeenWatch } from './seen-watch.ts'

/**
 * The time that a button must stay in place and in view before it may allow anything, in
 * milliseconds.
 */
const STEADY_MS = 500

/**
 * The readiness of a button. `settling`: the button is missing, has just come, or has moved.
 * `unseen`: some fact of the card was not in view yet. `covered`: something covers the button, or
 * the button is out of view. `ready`: a press counts.
 */
export type Steadiness = 'settling' | 'unseen' | 'covered' | 'ready'

/** An entry with a field that some browsers add: it tells if something covers the element. */
type Seen = IntersectionObserverEntry & { readonly isVisible?: boolean }
const options: IntersectionObserverInit & { trackVisibility: boolean; delay: number } = {
  threshold: [0, 0.5, 1],
  trackVisibility: true,
  delay: 100,
}

/**
 * A watch on the allow button of a card, so that neither a page nor a hurried user can press it
 * unseen. Every fact of the card must have been in view. Then the button must stay in place and
 * uncovered for half a second, in a window that has the focus. Checks once a frame while the card
 * waits.
 */
export class SteadyWatch {
  readonly #card: HTMLElement
  readonly #onChange: (steadiness: Steadiness) => void
  readonly #observer: IntersectionObserver
  readonly #facts: SeenWatch
  #button: Element | null = null
  #place = ''
  #since = 0
  #isSeen = false
  /** True once every fact of the card has been in view. */
  #hasSeen = false
  /** True in a browser that does not tell whether something covers an element. */
  #mustLook = false
  #frame = 0
  #told: Steadiness | undefined

  /** Starts at once. The button is the card's element with `data-primary`, which may change. */
  constructor(card: HTMLElement, onChange: (steadiness: Steadiness) => void) {
    this.#card = card
    this.#onChange = onChange
    this.#facts = new SeenWatch(card)
    this.#observer = new IntersectionObserver((entries) => {
      const entry: Seen | undefined = entries.findLast(({ target }) => target === this.#button)
      // A late entry may still be about an earlier button.
      if (!entry) return
      this.#mustLook = entry.isVisible === undefined
      const isSeen = entry.intersectionRatio > 0.9 && (entry.isVisible ?? true)
      if (isSeen === this.#isSeen) return
      this.#isSeen = isSeen
      this.restart()
    }, options)
    globalThis.addEventListener('focus', this.restart)
    this.#look()
  }

  /** Returns the readiness at this moment, and reports it if it is news. */
  check(): Steadiness {
    const steadiness = this.#read()
    if (steadiness !== this.#told) this.#onChange((this.#told = steadiness))
    return steadiness
  }

  /** Scrolls to the first fact that was not in view; to the button once all of them were. */
  showUnseen(): void {
    if (!this.#facts.show()) this.#button?.scrollIntoView({ block: 'nearest' })
  }

  stop(): void {
    cancelAnimationFrame(this.#frame)
    this.#facts.stop()
    this.#observer.disconnect()
    globalThis.removeEventListener('focus', this.restart)
  }

  /** Begins the half second anew. Reports at once: a press can come before the next frame. */
  readonly restart = (): void => {
    this.#since = performance.now()
    this.check()
  }

  readonly #look = (): void => {
    this.check()
    this.#frame = requestAnimationFrame(this.#look)
  }

  #read(): Steadiness {
    const button = this.#card.querySelector('[data-primary]')
    if (button !== this.#button) {
      this.#observer.disconnect()
      this.#isSeen = false
      this.#button = button
      if (button) this.#observer.observe(button)
    }
    const { x, y, width, height } = (button ?? this.#card).getBoundingClientRect()
    const place = [x, y, width, height].map(Math.round).join()
    if (place !== this.#place) this.#since = performance.now()
    this.#place = place
    const hasSeen = this.#facts.isSeen()
    // The button at the foot of a long card stands still while its facts are scrolled.
    if (hasSeen && !this.#hasSeen) this.#since = performance.now()
    this.#hasSeen = hasSeen
    const isSettling = performance.now() - this.#since < STEADY_MS
    // Every scroll moves the button. What the user still has to see does not change with it.
    if (!hasSeen && (!isSettling || this.#told === 'unseen')) return 'unseen'
    if (isSettling || !button) return 'settling'
    if (!this.#isSeen) return 'covered'
    return this.#mustLook && !isUncovered(button, button) ? 'covered' : 'ready'
  }
}
