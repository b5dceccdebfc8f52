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
