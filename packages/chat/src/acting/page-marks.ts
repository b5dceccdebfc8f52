/** The time of a flash, and of the still outline in place of it, in milliseconds. */
const FLASH_MS = 1800
const STILL_MS = 3000
/** The shortest time that a held mark stays. Most tools end before a user could see a mark. */
const LEAST_MS = 700

interface Held {
  readonly since: number
  readonly animations: Animation[]
  timer?: ReturnType<typeof setTimeout> | undefined
}

/**
 * The outlines on elements of the page. They are animations of the browser: no attribute and no
 * style of the page's elements is written, and nothing moves. An outline of a flash ends by itself.
 */
export class PageMarks {
  readonly #held = new Map<string, Held>()
  readonly #flashes = new Set<Animation>()

  /** Outlines these elements for a moment. */
  flash(elements: readonly Element[]): void {
    const isStill = prefersLess()
    const color = markColor()
    const line = outlineOf(color)
    const frames = isStill
      ? [line, line]
      : [
          { ...outlineOf(color, 4), offset: 0 },
          { ...line, offset: 0.3 },
          { ...line, offset: 0.7 },
          { ...outlineOf('transparent'), offset: 1 },
        ]
    for (const element of elements) {
      const animation = draw(element, frames, { duration: isStill ? STILL_MS : FLASH_MS })
      if (!animation) continue
      this.#flashes.add(animation)
      const forget = (): void => void this.#flashes.delete(animation)
      animation.addEventListener('finish', forget)
      animation.addEventListener('cancel', forget)
    }
  }

  /** Outlines these elements until `release` of the same key. */
  hold(key: string, elements: readonly Element[]): void {
    const before = this.#held.get(key)
    this.#end(before)
    const line = outlineOf(markColor())
    const held: Held = { since: before?.since ?? performance.now(), animations: [] }
    for (const element of elements) {
      const animation = draw(element, [line, line], { duration: 0, fill: 'forwards' })
      if (animation) held.animations.push(animation)
    }
    this.#held.set(key, held)
  }

  /** Takes the outlines of a key away: at once, or as soon as a user could have seen them. */
  release(key: string, { atOnce = false }: { atOnce?: boolean } = {}): void {
    const held = this.#held.get(key)
    if (!held || held.timer !== undefined) return
    const leftMs = atOnce ? 0 : held.since + LEAST_MS - performance.now()
    const end = (): void => {
      this.#end(held)
      if (this.#held.get(key) === held) this.#held.delete(key)
    }
    if (leftMs > 0) held.timer = setTimeout(end, leftMs)
    else end()
  }

  /** Takes all outlines away. */
  clear(): void {
    for (const held of this.#held.values()) this.#end(held)
    this.#held.clear()
    for (const animation of this.#flashes) animation.cancel()
  }

  #end(held: Held | undefined): void {
    clearTimeout(held?.timer)
    for (const animation of held?.animations ?? []) animation.cancel()
  }
}

/** Returns the outline as a keyframe. It lies inside of the element, where no box cuts it off. */
const outlineOf = (color: string, width = 2): Keyframe => ({
  outline: `${width}px solid ${color}`,
  outlineOffset: `${-width}px`,
})

/** Draws keyframes on an element. Does nothing in a browser without animations. */
const draw = (
  element: Element,
  frames: Keyframe[],
  timing: KeyframeAnimationOptions,
): Animation | undefined => element.animate?.(frames, timing)

const prefersLess = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Returns the colour of a mark: `--ambit-mark` of the page, else the accent of its chat. A browser
 * with forced colours takes that of its text instead.
 */
function markColor(): string {
  const chat = document.querySelector('.ambit-chat')
  const accent = chat ? getComputedStyle(chat).accentColor : 'auto'
  return `var(--ambit-mark, ${accent && accent !== 'auto' ? accent : 'Highlight'})`
}
