/** Functions that are called after each change of a state. */
export class Listeners {
  readonly #all = new Set<() => void>()

  /** Adds a listener. Returns a function that takes it away. */
  readonly add = (listener: () => void): (() => void) => {
    this.#all.add(listener)
    return () => this.#all.delete(listener)
  }

  /** Calls all. They only observe: an error of one is reported, and stops nothing. */
  call(): void {
    for (const listener of this.#all) {
      try {
        listener()
      } catch (thrown) {
        report(thrown)
      }
    }
  }
}

/** Reports an error of code that only observes or advises. Node has no `reportError`. */
export function report(thrown: unknown): void {
  const { reportError = console.error } = globalThis as Partial<typeof globalThis>
  reportError(thrown)
}
