import { startTimer } from './start-timer.ts'

/** Returns a comment, which every parser of server-sent events ignores. */
export const toHeartbeat = (): Uint8Array => new TextEncoder().encode(': \n\n')

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
  let pending: Promise<T> | undefined
  let isOver = false
  let wake: (() => void) | undefined
  const end = (): void => {
    isOver = true
    wake?.()
  }
  return async () => {
    // One callback for all beats, since a stream may be silent for long.
    if (!pending) (pending = next()).then(end, end)
    while (!isOver) {
      let timer: ReturnType<typeof startTimer>
      await new Promise<void>((resolve) => (timer = startTimer((wake = resolve), everyMs)))
      clearTimeout(timer)
      if (!isOver && mayBeat()) return beat()
    }
    const value = pending
    pending = undefined
    isOver = false
    return value
  }
}
