/** How long a button has stood in one place, seen by the person, before it may allow anything. */
const STEADY_MS = 500

/** `settling`: it has just come into view, or has moved. `covered`: something lies over it, or it is out of view. */
export type Steadiness = 'settling' | 'covered' | 'ready'

/** What browsers add that can tell whether something lies over an element. */
type Seen = IntersectionObserverEntry & { readonly isVisible?: boolean }
const options: IntersectionObserverInit & { trackVisibility: boolean; delay: number } = {
  threshold: [0, 0.5, 1],
  trackVisibility: true,
  delay: 100,
}

/**
 * Watches the button of a card that allows something, so that a page or a person in a hurry cannot press it unseen: it has to stand still and
 * uncovered for half a second, in a window that has the focus that long. Looks once a frame, for as long as the card waits.
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

  /** Begins at once. The button is the one with `data-primary`, whichever the card has at the time. */
  constructor(card: HTMLElement, onChange: (steadiness: Steadiness) => void) {
    this.#card = card
    this.#onChange = onChange
    this.#observer = new IntersectionObserver((entries) => {
      const entry: Seen | undefined = entries.findLast(({ target }) => target === this.#button)
      // What comes late may still be of the button that stood there before.
      if (!entry) return
      this.#isSeen = entry.intersectionRatio > 0.9 && (entry.isVisible ?? true)
      this.#unsettle()
    }, options)
    globalThis.addEventListener('focus', this.#unsettle)
    this.#look()
  }

  /** As of now, whatever was told last. */
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
