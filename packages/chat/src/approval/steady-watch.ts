/**
 * The time that a button must stay in place and in view before it may allow anything, in
 * milliseconds.
 */
const STEADY_MS = 500

/**
 * The readiness of a button. `settling`: the button has just come into view, or has moved.
 * `covered`: something covers the button, or the button is out of view. `ready`: a press counts.
 */
export type Steadiness = 'settling' | 'covered' | 'ready'

/** An entry with a field that some browsers add: it tells if something covers the element. */
type Seen = IntersectionObserverEntry & { readonly isVisible?: boolean }
const options: IntersectionObserverInit & { trackVisibility: boolean; delay: number } = {
  threshold: [0, 0.5, 1],
  trackVisibility: true,
  delay: 100,
}

/**
 * A watch on the allow button of a card, so that neither a page nor a hurried person can press it
 * unseen. The button must stay in place and uncovered for half a second, in a window that has the
 * focus. Checks once a frame while the card waits.
 */
export class SteadyWatch {
  readonly #card: HTMLElement
  readonly #onChange: (steadiness: Steadiness) => void
  readonly #observer: IntersectionObserver
  #button: Element | null = null
  #place = ''
  #since = 0
  #isSeen = false
  #frame = 0
  #told: Steadiness | undefined

  /** Starts at once. The button is the card's element with `data-primary`, which may change. */
  constructor(card: HTMLElement, onChange: (steadiness: Steadiness) => void) {
    this.#card = card
    this.#onChange = onChange
    this.#observer = new IntersectionObserver((entries) => {
      const entry: Seen | undefined = entries.findLast(({ target }) => target === this.#button)
      // A late entry may still be about an earlier button.
      if (!entry) return
      this.#isSeen = entry.intersectionRatio > 0.9 && (entry.isVisible ?? true)
      this.#unsettle()
    }, options)
    globalThis.addEventListener('focus', this.#unsettle)
    this.#look()
  }

  /** Tells if the button is ready now, whatever was reported last. */
  isReady(): boolean {
    return this.#read() === 'ready'
  }

  stop(): void {
    cancelAnimationFrame(this.#frame)
    this.#observer.disconnect()
    globalThis.removeEventListener('focus', this.#unsettle)
  }

  readonly #unsettle = (): void => {
    this.#since = performance.now()
  }

  readonly #look = (): void => {
    const steadiness = this.#read()
    if (steadiness !== this.#told) this.#onChange((this.#told = steadiness))
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
    if (place !== this.#place) this.#unsettle()
    this.#place = place
    if (performance.now() - this.#since < STEADY_MS) return 'settling'
    return this.#isSeen ? 'ready' : 'covered'
  }
}
