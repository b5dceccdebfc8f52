import { describeThrown } from '../errors/describe-thrown.ts'

/** A tool, a scope or a hook that could not be registered, so the agent works without it. */
export interface LeftOut {
  /** The kind and the name, such as `tool "add_note"`. */
  readonly what: string
  /** The reason, with what to do. */
  readonly error: unknown
}

/** The list of what could not be registered. Each text is reported on the console once. */
export class LeftOutList {
  readonly #entries = new Set<LeftOut>()
  readonly #reported = new Set<string>()

  /** All entries, in the order in which they were added. */
  get all(): readonly LeftOut[] {
    return [...this.#entries]
  }

  /** Adds an entry. Returns a function that removes it, and then tells if it was still there. */
  add(what: string, error: unknown): () => boolean {
    const entry: LeftOut = { what, error }
    this.#entries.add(entry)
    const text = `[ambit] The ${what} is left out, so the model does not have it. ${describeThrown(error)}`
    if (!this.#reported.has(text)) console.error(text)
    this.#reported.add(text)
    return () => this.#entries.delete(entry)
  }
}
