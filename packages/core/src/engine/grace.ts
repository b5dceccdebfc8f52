import type { Clock } from '../environment.ts'
import type { Cancellation } from '../cancellation.ts'

/** The time that a cancelled run waits for work in progress, in milliseconds. */
const graceMs = 50

/**
 * Waits for work to settle; after a cancel, at most 50 ms longer. Never rejects: the owner of the
 * work sees how it settles.
 */
export function withGrace(
  work: PromiseLike<unknown>,
  cancellation: Cancellation,
  clock: Clock,
): Promise<void> {
  return new Promise((resolve) => {
    let timer: unknown
    const end = (): void => {
      stop()
      clock.clearTimeout(timer)
      resolve()
    }
    const stop = cancellation.onCancel(() => (timer = clock.setTimeout(end, graceMs)))
    void Promise.resolve(work).then(end, end)
  })
}

/**
 * Awaits a handler until a cancel. A handler that returns in the task of the cancel, such as one
 * that cancels its own run last, has returned.
 */
export function raceReturned<T>(cancellation: Cancellation, result: PromiseLike<T>): Promise<T> {
  return cancellation.race(result).catch((thrown: unknown) => {
    if (!cancellation.reason) throw thrown
    return orThrow(result, thrown, 5)
  })
}

/** Returns what a promise settles with within a few microtasks; else throws `thrown`. */
export async function orThrow<T>(
  promise: PromiseLike<T>,
  thrown: unknown,
  microtasks: number,
): Promise<T> {
  const late = async (): Promise<never> => {
    for (let done = 0; done < microtasks; done++) await Promise.resolve()
    throw thrown
  }
  return Promise.race([promise, late()])
}
