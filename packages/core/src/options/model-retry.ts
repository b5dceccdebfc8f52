import type { ModelError } from '../errors/model-error.ts'

/** The retries of failed model calls. A call is retried only before its first content was shown. */
export interface ModelRetryOptions {
  /** The number of retries after the first attempt, 0 to 10. Default 3. */
  readonly maxRetries?: number | undefined
  /**
   * The milliseconds before the first retry. Default 500. Doubles with each retry; a provider's
   * `Retry-After` overrides it.
   */
  readonly initialDelayMs?: number | undefined
  /** The longest delay in milliseconds. Default 10,000. */
  readonly maxDelayMs?: number | undefined
  /** Tells if an error can be retried. Default: the error's own `isRetryable`. */
  readonly retryableErrors?: ((error: ModelError) => boolean) | undefined
}

export interface ModelRetry {
  readonly maxRetries: number
  readonly initialDelayMs: number
  readonly maxDelayMs: number
  readonly isRetryable: (error: ModelError) => boolean
}

/** Fills in the defaults of the options. */
export function toModelRetry(options: ModelRetryOptions = {}): ModelRetry {
  const { maxRetries = 3, initialDelayMs = 500, maxDelayMs = 10_000 } = options
  const { retryableErrors: isRetryable = (error) => error.isRetryable } = options
  return { maxRetries, initialDelayMs, maxDelayMs, isRetryable }
}
