import { startTimer } from './start-timer.ts'

/** Returns a comment, which every parser of server-sent events ignores. */
export const toHeartbeat = (): Uint8Array => new TextEncoder().encode(': \n\n')

/**
 * Wraps `next`: returns a `beat` each time the next value takes longer than `everyMs` milliseconds.
 *
 * @param everyMs The longest silence. 0 or `Infinity` for no heartbeat.
 * @param mayBeat Whether a comment is allowed now: only between two events. Default: always.
 */
export function withHeartbeat<T>(
  next: () => Promise<T>,
  beat: () => T,
  everyMs: number,
  mayBeat: () => boolean = () => true,
): () => Promise<T> {
  let pending: Promise<T> | undefined
  let hasArrived = false
  let resolve: ((value: T | Promise<T> | undefined) => void) | undefined
  let timer: ReturnType<typeof startTimer>
  const arrive = (): void => {
    hasArrived = true
    // After a beat the value is kept for the next call.
    if (!resolve) return
    clearTimeout(timer)
    resolve(pending)
    pending = resolve = undefined
    hasArrived = false
  }
  const wait = (): void => {
    timer = startTimer(() => {
      if (!mayBeat()) return wait()
      resolve?.(beat())
      resolve = undefined
    }, everyMs)
  }
  return () =>
    new Promise<T>((done) => {
      resolve = done as typeof resolve
      if (hasArrived) return arrive()
      wait()
      // One callback for all beats, since a stream may be silent for long.
      if (!pending) (pending = next()).then(arrive, arrive)
    })
}
