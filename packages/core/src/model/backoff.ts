import type { Cancellation } from '../cancellation.ts'
import type { Clock } from '../clock.ts'
import type { ModelError } from '../errors/model-error.ts'
import type { ModelRetry } from '../options/model-retry.ts'

/** The longest `Retry-After` that is waited for. Above it the person is told instead. */
const longestWaitMs = 60_000

/** Tells if a failed model call may be tried again. */
export const mayRetry = (retry: ModelRetry, error: ModelError): boolean =>
  retry.isRetryable(error) && (error.retryAfterMs ?? 0) <= longestWaitMs

/**
 * Returns the pause before the next try, in milliseconds: what the provider asks for, or the initial
 * delay, doubled with each try up to the largest. Up to a quarter is taken off at random, so that
 * clients do not come back together. `random` is 0 to 1; `attempt` counts from 1.
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

/** Waits, and resolves with false when a cancel cut the wait short. */
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
