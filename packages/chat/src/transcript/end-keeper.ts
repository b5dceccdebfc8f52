import { showFocusedField } from './show-focused-field.ts'

/** This near to its end, in pixels, a scrolled region counts as being at its end. */
const SLACK = 24

/**
 * Keeps the end of growing content in view until the person scrolls up, and again once they are back at the end. Follows sizes, not
 * content, so it costs nothing while nothing grows. An external store in React's sense.
 */
export class EndKeeper {
  #region: HTMLElement | undefined
  #isAtEnd = true
  #lastTop = 0
  #lastHeight = 0
  readonly #listeners = new Set<() => void>()

  /** Begins with a region that scrolls and the one element in it, which grows. Returns what ends it. */
  watch(scroller: HTMLElement, content: HTMLElement): () => void {
    this.#region = scroller
    this.#remember(scroller)
    const onScroll = (): void => {
      const { scrollTop, scrollHeight, clientHeight } = scroller
      const left = scrollHeight - scrollTop - clientHeight
      // Content that shrinks moves the view up too, but nobody scrolled.
      const movedUp = scrollTop < this.#lastTop && scrollHeight >= this.#lastHeight && left > 2
      this.#remember(scroller)
      if (movedUp) this.#set(false)
      else if (left < SLACK) this.#set(true)
    }
    const observer = new ResizeObserver((entries) => {
      // The region itself gives way to an on-screen keyboard.
      const isResized = entries.some(({ target }) => target === scroller)
      if (this.#isAtEnd) this.#scroll()
      // Nobody looks at the end while they fill in a field.
      if (this.#isAtEnd || isResized) showFocusedField(scroller)
    })
    observer.observe(scroller)
    observer.observe(content)
    scroller.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', onScroll)
      this.#region = undefined
      this.#set(true)
    }
  }

  /** Scrolls to the end and keeps it in view from now on. */
  jump(): void {
    this.#set(true)
    this.#scroll()
  }

  /** What scrolls, while it is watched. */
  get region(): HTMLElement | undefined {
    return this.#region
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** False once the person has scrolled away from the end. */
  readonly isAtEnd = (): boolean => this.#isAtEnd

  #scroll(): void {
    if (!this.#region) return
    this.#region.scrollTop = this.#region.scrollHeight
    // Its event comes later, maybe together with one of the person's.
    this.#remember(this.#region)
  }

  #remember({ scrollTop, scrollHeight }: HTMLElement): void {
    this.#lastTop = scrollTop
    this.#lastHeight = scrollHeight
  }

  #set(isAtEnd: boolean): void {
    if (this.#isAtEnd === isAtEnd) return
    this.#isAtEnd = isAtEnd
    for (const listener of this.#listeners) listener()
  }
}
