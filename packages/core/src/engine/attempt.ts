import { CancellationError } from '../errors/run-errors.ts'
import { isThenable } from '../errors/report-thrown.ts'
import { TimeoutError } from '../errors/limit-errors.ts'
import type { Clock } from '../clock.ts'
import type { Cancellation } from '../cancellation.ts'

/** The timeout and the retries of a handler. */
export interface AttemptPolicy {
  /** The longest time of one attempt, in milliseconds. */
  readonly timeoutMs?: number | undefined
  readonly retry: { readonly attempts: number; readonly delayMs: number }
}

/** The work before each attempt but the first. */
export interface Retrying {
  /** Called when an attempt has failed, before the pause. The pause begins when it is done. */
  readonly onRetry: (attempt: number, error: unknown) => Promise<void> | undefined
  /** Throws if the call may not be tried again. Called right before the attempt. */
  readonly check: () => Promise<void> | undefined
}

/**
 * Runs a handler until an attempt succeeds or all attempts are used up. Throws the error of the
 * last attempt, also if `check` allows no other. A cancel is not retried, and ends the wait at once
 * even if the handler ignores its signal.
 */
export function attempt<T>(
  name: string,
  policy: AttemptPolicy,
  clock: Clock,
  cancellation: Cancellation,
  run: (cancellation: Cancellation) => T | PromiseLike<T>,
  retrying: Retrying,
): T | Promise<T> {
  if (policy.retry.attempts === 1) return once(name, policy.timeoutMs, clock, cancellation, run)
  return again(name, policy, clock, cancellation, run, retrying)
}

async function again<T>(
  name: string,
  policy: AttemptPolicy,
  clock: Clock,
  cancellation: Cancellation,
  run: (cancellation: Cancellation) => T | PromiseLike<T>,
  { onRetry, check }: Retrying,
): Promise<T> {
  const { attempts, delayMs } = policy.retry
  for (let nth = 1; ; nth++) {
    try {
      return await once(name, policy.timeoutMs, clock, cancellation, run)
    } catch (error) {
      if (nth >= attempts || cancellation.reason || CancellationError.isInstance(error)) throw error
      await onRetry(nth + 1, error)
      cancellation.throwIfCancelled()
      if (delayMs) await pause(clock, cancellation, delayMs)
      try {
        for (let checking = check(); checking; checking = check()) await checking
      } catch {
        cancellation.throwIfCancelled()
        throw error
      }
    }
  }
}

function once<T>(
  name: string,
  timeoutMs: number | undefined,
  clock: Clock,
  cancellation: Cancellation,
  run: (cancellation: Cancellation) => T | PromiseLike<T>,
): T | Promise<T> {
  if (timeoutMs === undefined) {
    const result = run(cancellation)
    return isThenable(result) ? raceReturned(cancellation, result) : result
  }
  return within(name, timeoutMs, clock, cancellation, run)
}

async function within<T>(
  name: string,
  timeoutMs: number,
  clock: Clock,
  cancellation: Cancellation,
  run: (cancellation: Cancellation) => T | PromiseLike<T>,
): Promise<T> {
  const own = cancellation.child()
  const timer = clock.setTimeout(
    () => own.cancel({ kind: 'timeout', message: `${name} took longer than ${timeoutMs} ms` }),
    timeoutMs,
  )
  try {
    const result = run(own)
    return await (isThenable(result) ? raceReturned(own, result) : result)
  } catch (error) {
    if (own.reason?.kind !== 'timeout' || cancellation.reason) throw error
    throw new TimeoutError(name, timeoutMs)
  } finally {
    clock.clearTimeout(timer)
    own.dispose()
  }
}

/**
 * Awaits a handler until a cancel. A handler that returns in the task of the cancel, such as one
 * that cancels its own run last, has returned.
 */
export function raceReturned<T>(cancellation: Cancellation, result: PromiseLike<T>): Promise<T> {
  return cancellation.race(result).catch(async (error: unknown) => {
    if (!cancellation.reason) throw error
    const pending = Symbol('pending')
    const ticks = (async () => {
      for (let tick = 0; tick < 5; tick++) await Promise.resolve()
      return pending
    })()
    const returned = await Promise.race([result, ticks])
    if (returned === pending) throw error
    return returned as T
  })
}

function pause(clock: Clock, cancellation: Cancellation, ms: number): Promise<void> {
  let timer: unknown
  const waited = new Promise<void>((resolve) => (timer = clock.setTimeout(resolve, ms)))
  return cancellation.race(waited).finally(() => clock.clearTimeout(timer))
}
