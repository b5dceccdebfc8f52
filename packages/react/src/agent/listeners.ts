/** Who is to be told of a change. */
export class Listeners {
  readonly #listeners = new Set<() => void>()

  get size(): number {
    return this.#listeners.size
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly announce = (): void => {
    for (const listener of this.#listeners) listener()
  }
}
