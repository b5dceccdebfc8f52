/** The text that stands in place of a secret. */
export const hidden = '[redacted]'

/** A value that the page and the handlers see, and the model does not. */
export class Redacted<T> {
  readonly #value: T
  constructor(value: T) {
    this.#value = value
  }
  /** Returns the value itself. */
  reveal(): T {
    return this.#value
  }
  toJSON(): string {
    return hidden
  }
  toString(): string {
    return hidden
  }
}

/**
 * Marks a value in a scope's `context` or a tool's result as a secret. The model, the history and
 * the storage get `[redacted]`. Code that has the object gets the value with `reveal()`. Needs no
 * option of the agent.
 */
export const redact = <T>(value: T): Redacted<T> => new Redacted(value)
