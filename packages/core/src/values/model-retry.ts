import { AgentError } from '../errors/agent-error.ts'
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

/** Throws `AgentError`, naming the option, for a value out of range. */
export function parseModelRetry(options: ModelRetryOptions = {}): ModelRetry {
  const { maxRetries = 3, initialDelayMs = 500, maxDelayMs = 10_000 } = options
  for (const [name, value, most] of [
    ['maxRetries', maxRetries, 10],
    ['initialDelayMs', initialDelayMs, 3_600_000],
    ['maxDelayMs', maxDelayMs, 3_600_000],
  ] as const) {
    if (!Number.isFinite(value) || value < 0 || value > most) {
      throw new AgentError(`\`retry.${name}\` is ${value}. Give a number from 0 to ${most}.`)
    }
  }
  return {
    maxRetries,
    initialDelayMs,
    maxDelayMs,
    isRetryable: options.retryableErrors ?? ((error) => error.isRetryable),
  }
}
