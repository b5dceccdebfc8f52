import { type Availability, unavailable } from './availability.ts'

/** The tools that are switched off from outside of their owners. */
export class Switches {
  readonly #entries = new Set<{ readonly name: string; readonly off: Availability }>()

  /** Switches a tool off. Returns a function that ends it, and then tells if it was still there. */
  add(name: string, reason: string): () => boolean {
    const entry = { name, off: { enabled: false, reason: unavailable(reason).reason } } as const
    this.#entries.add(entry)
    return () => this.#entries.delete(entry)
  }

  /** Returns why a tool is switched off; undefined if it is not. */
  find(name: string): Availability | undefined {
    for (const entry of this.#entries) if (entry.name === name) return entry.off
    return undefined
  }
}
