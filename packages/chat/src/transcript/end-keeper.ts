/** The distance, in pixels, within which a scrolled region counts as being at its end. */
const SLACK = 24

/** The room above a card for its focus ring, in CSS pixels. */
const RING = 6

/**
 * A store that keeps the end of growing content in view until the user scrolls up, and again
 * after they return to the end. Follows sizes, not content, so it costs nothing while nothing
 * grows. A card that waits for the user stays where it is while it is in view, so that nothing
 * moves under their finger. An external store in React's sense.
 */
export class EndKeeper {
  #region: HTMLElement | undefined
  #isAtEnd = true
  #lastTop = 0
  #lastHeight = 0
  #card: HTMLElement | undefined
  readonly #listeners = new Set<() => void>()

  /**
   * Watches a region that scrolls and the one element in it, which grows. Returns a function that
   * ends the watch.
   */
  watch(scroller: HTMLElement, content: HTMLElement): () => void {
    this.#region = scroller
    this.#remember(scroller)
    const onScroll = (): void => {
      const { scrollTop, scrollHeight, clientHeight } = scroller
      const left = scrollHeight - scrollTop - clientHeight
      // Content that shrinks also moves the view up, although nobody scrolled.
      const movedUp = scrollTop < this.#lastTop && scrollHeight >= this.#lastHeight && left > 2
      this.#remember(scroller)
      if (movedUp) this.#set(false)
      else if (left < SLACK) this.#set(true)
    }
    const observer = new ResizeObserver((entries) => {
      // An on-screen keyboard makes the region itself smaller.
      const isResized = entries.some(({ target }) => target === scroller)
      if (this.#isAtEnd) this.#scroll()
      // A user who fills in a field does not look at the end.
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

  /** Scrolls to the end, or to a card, and keeps that in view from now on. */
  jump(card?: HTMLElement): void {
    this.#card = card
    this.#set(true)
    this.#scroll()
  }

  /**
   * Scrolls to a message that the user sends, unless a card that waits for them is in view. A
   * part of it is enough: a long message makes the region smaller.
   */
  follow(): void {
    const card = this.#region?.querySelector<HTMLElement>('.ambit-approval, .ambit-question')
    this.jump(card && this.isSeen(card) ? card : undefined)
  }

  /** Whether a part of a card is in view. */
  isSeen(card: HTMLElement): boolean {
    const [view, own] = [this.#region, card].map((element) => element?.getBoundingClientRect())
    return view !== undefined && own !== undefined && own.top < view.bottom && own.bottom > view.top
  }

  /**
   * Brings a new card into view, if the view is at the end. A card that is too tall for the end
   * shows its top, and the end is no longer kept in view.
   */
  show(card: HTMLElement): void {
    if (!this.#isAtEnd || this.#card?.isConnected) return
    this.#card = card
    this.#scroll()
  }

  /** The region that scrolls, while it is watched. */
  get region(): HTMLElement | undefined {
    return this.#region
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Whether the view is at the end. False once the user has scrolled away. */
  readonly isAtEnd = (): boolean => this.#isAtEnd

  #scroll(): void {
    if (!this.#region) return
    const card = this.#card?.isConnected ? this.#card : undefined
    if (card && this.#isInView(card)) return
    this.#region.scrollTop = this.#region.scrollHeight
    const { top } = this.#region.getBoundingClientRect()
    const hidden = card ? top - card.getBoundingClientRect().top : 0
    if (hidden > 0) {
      this.#region.scrollTop -= hidden + RING
      this.#card = undefined
      this.#set(false)
    }
    // The scroll event comes later, perhaps together with one of the user's own.
    this.#remember(this.#region)
  }

  #isInView(card: HTMLElement): boolean {
    const view = this.#region?.getBoundingClientRect()
    const { top, bottom } = card.getBoundingClientRect()
    return view !== undefined && top >= view.top && bottom <= view.bottom
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

/**
 * Scrolls a region so that a focused field in it is in view, outside the region's `scroll-padding`,
 * where other elements stick. Browsers scroll when a field takes the focus, but not when content
 * around the field grows later. Does nothing while no field has the focus.
 */
function showFocusedField(region: HTMLElement): void {
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
