/** The place of work in a line. */
export interface Place {
  /** A promise that resolves at the turn of this work. */
  readonly ready: Promise<void>
  /** Whether nobody was in the line before. */
  readonly isFirst: boolean
  /** Leaves the line, so that the next work can start. May be called more than once. */
  readonly leave: () => void
}

/** A line of work that runs one after another, in the order in which it entered. */
export class Line {
  #last: Promise<void> = Promise.resolve()
  readonly #places = new Set<Place>()

  enter(): Place {
    const ready = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = ready.then(() => promise)
    const leave = (): void => {
      this.#places.delete(place)
      resolve()
    }
    const place: Place = { ready, isFirst: this.#places.size === 0, leave }
    this.#places.add(place)
    return place
  }
}
