import type { ModelError } from '../errors/model-error.ts'
import { checkNumber } from './check-number.ts'

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

/** Throws `AgentError`, naming the option, for a value out of range. */
export function parseModelRetry(options: ModelRetryOptions = {}): ModelRetry {
  const { maxRetries = 3, initialDelayMs = 500, maxDelayMs = 10_000 } = options
  checkNumber('`retry.maxRetries`', maxRetries, { most: 10 })
  checkNumber('`retry.initialDelayMs`', initialDelayMs, { most: 3_600_000 })
  checkNumber('`retry.maxDelayMs`', maxDelayMs, { most: 3_600_000 })
  return {
    maxRetries,
    initialDelayMs,
    maxDelayMs,
    isRetryable: options.retryableErrors ?? ((error) => error.isRetryable),
  }
}
