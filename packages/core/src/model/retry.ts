import type { Cancellation } from '../cancellation.ts'
import type { Clock, Duration } from '../environment.ts'
import type { ModelError } from '../errors/model-error.ts'
import type { RequestRetry } from '../options.ts'
import { parseDuration } from '../options/values.ts'

/**
 * The longest pause that a provider may ask for. A call with a longer one is not tried again: the
 * user gets the error.
 */
const longestWaitMs = 60_000

/** Whether a failed model call may be tried again. */
export const mayRetry = (retry: ModelRetry, error: ModelError): boolean =>
  retry.isRetryable(error) && (error.retryAfterMs ?? 0) <= longestWaitMs

/**
 * Returns the pause before the next try, in milliseconds. The pause is as long as the provider asks
 * for. If the provider does not, the initial delay doubles with each try, up to the largest delay.
 * Up to a quarter of the delay is then taken off at random, so that clients do not come back
 * together. `random` returns 0 to 1; `attempt` counts from 1.
 */
export function backoff(
  retry: ModelRetry,
  random: () => number,
  attempt: number,
  error: ModelError,
): number {
  if (error.retryAfterMs !== undefined) return error.retryAfterMs
  const full = Math.min(retry.initialDelayMs * 2 ** (attempt - 1), retry.maxDelayMs)
  return Math.round(full * (1 - random() / 4))
}

/** Waits, then resolves with true. Resolves with false as soon as a cancel ends the wait. */
export function pause(clock: Clock, cancellation: Cancellation, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = clock.setTimeout(() => {
      stop()
      resolve(true)
    }, ms)
    const stop = cancellation.onCancel(() => {
      clock.clearTimeout(timer)
      resolve(false)
    })
  })
}

/** The retries of failed model calls, in milliseconds. */
export interface ModelRetry {
  readonly maxRetries: number
  readonly initialDelayMs: number
  readonly maxDelayMs: number
  readonly isRetryable: (error: ModelError) => boolean
}

/** Fills in the defaults of the options. */
export function toModelRetry(retry: RequestRetry = {}): ModelRetry {
  const options = typeof retry === 'number' ? { max: retry } : retry
  const { max = 3, delay = 500, maxDelay = 10_000, when = (error) => error.isRetryable } = options
  return {
    maxRetries: max,
    initialDelayMs: toDelay(delay, 'delay'),
    maxDelayMs: toDelay(maxDelay, 'maxDelay'),
    isRetryable: when,
  }
}

const toDelay = (delay: Duration, name: string): number =>
  delay === 0 ? 0 : parseDuration(delay, `request.retry.${name}`)
