/** The outcome of an answered call. */
export interface Answer {
  /** True if the call succeeded and its result was for the page alone. */
  readonly silent: boolean
  /** The full result, if the call succeeded. */
  readonly result?: unknown
  /** The error of the call, if the call did not succeed. */
  readonly error?: Error | undefined
  /** A promise that resolves when the answer is durable and the hooks have heard of it. */
  readonly kept?: Promise<unknown> | undefined
}
