/** The place of work in a line. */
export interface Place {
  /** A promise that resolves at the turn of this work. */
  readonly ready: Promise<void>
  /** Leaves the line, so that the next work can start. May be called more than once. */
  readonly leave: () => void
}

/** A line of work that runs one after another, in the order in which it entered. */
export class Line {
  #last: Promise<void> = Promise.resolve()

  enter(): Place {
    const ready = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = ready.then(() => promise)
    return { ready, leave: resolve }
  }
}
