import { startTimer } from './start-timer.ts'

/** Returns a comment, which every parser of server-sent events ignores. */
export const toHeartbeat = (): Uint8Array => new TextEncoder().encode(': \n\n')

/** A call that waits for the next value. */
interface Waiting<T> {
  resolve(value: T): void
  reject(thrown: unknown): void
}

/**
 * Wraps `next`: returns a `beat` each time the next value takes longer than `everyMs` milliseconds.
 *
 * @param everyMs The longest silence. 0 or `Infinity` for no heartbeat.
 * @param mayBeat Tells if a comment is allowed now: only between two events. Default: always.
 */
export function withHeartbeat<T>(
  next: () => Promise<T>,
  beat: () => T,
  everyMs: number,
  mayBeat: () => boolean = () => true,
): () => Promise<T> {
  let waiting: Waiting<T> | undefined
  /** Gives a value that came while nobody waited. */
  let give: ((to: Waiting<T>) => void) | undefined
  let isPending = false
  let timer: ReturnType<typeof startTimer>
  const arrive = (arrived: (to: Waiting<T>) => void): void => {
    isPending = false
    clearTimeout(timer)
    if (!waiting) give = arrived
    else arrived(waiting)
    waiting = undefined
  }
  const wait = (): void => {
    timer = startTimer(() => {
      if (!mayBeat()) return wait()
      waiting?.resolve(beat())
      waiting = undefined
    }, everyMs)
  }
  return () =>
    new Promise<T>((resolve, reject) => {
      waiting = { resolve, reject }
      if (give) {
        give(waiting)
        give = waiting = undefined
        return
      }
      wait()
      // One callback for all beats, since a stream may be silent for long.
      if (isPending) return
      isPending = true
      next().then(
        (value) => arrive((to) => to.resolve(value)),
        (thrown: unknown) => arrive((to) => to.reject(thrown)),
      )
    })
}
