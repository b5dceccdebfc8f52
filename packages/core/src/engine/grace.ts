import type { Clock } from '../clock.ts'
import { Cancellation } from '../cancellation.ts'

/** How long a run that was told to end waits for what still works. */
const graceMs = 50

/** Waits for work to settle, and once cancelled only a short grace longer. Never rejects: how the work settles is its owner's to see. */
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
