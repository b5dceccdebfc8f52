import type { ModelError } from '../errors/model-error.ts'

/** How failed model calls are tried again, before the first content was shown. */
export interface ModelRetryOptions {
  /** Retries after the first attempt. 0 to 10. Default 3. */
  readonly maxRetries?: number | undefined
  /** Default 500. Doubles with each retry; a provider's `Retry-After` counts instead. */
  readonly initialDelayMs?: number | undefined
  /** Default 10,000. */
  readonly maxDelayMs?: number | undefined
  /** Default: what the error says of itself. */
  readonly retryableErrors?: ((error: ModelError) => boolean) | undefined
}

export interface ModelRetry {
  readonly maxRetries: number
  readonly initialDelayMs: number
  readonly maxDelayMs: number
  readonly isRetryable: (error: ModelError) => boolean
}

/** The options with their defaults in place. */
export function toModelRetry(options: ModelRetryOptions = {}): ModelRetry {
  const { maxRetries = 3, initialDelayMs = 500, maxDelayMs = 10_000 } = options
  const { retryableErrors: isRetryable = (error) => error.isRetryable } = options
  return { maxRetries, initialDelayMs, maxDelayMs, isRetryable }
}
