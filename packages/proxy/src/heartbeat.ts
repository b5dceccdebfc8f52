/** Returns a comment, which every parser of server-sent events ignores. */
export const toHeartbeat = (): Uint8Array => new TextEncoder().encode(': \n\n')

const late = Symbol('late')

/**
 * Wraps `next`: returns a `beat` each time the next value takes longer than `everyMs` milliseconds.
 *
 * @param everyMs The longest silence. 0 for no heartbeat.
 * @param mayBeat Tells if a comment is allowed now: only between two events. Default: always.
 */
export function withHeartbeat<T>(
  next: () => Promise<T>,
  beat: () => T,
  everyMs: number,
  mayBeat: () => boolean = () => true,
): () => Promise<T> {
  if (everyMs <= 0) return next
  let pending: Promise<T> | undefined
  return async () => {
    const waiting = (pending ??= next())
    for (;;) {
      let timer: ReturnType<typeof setTimeout> | undefined
      const due = new Promise<typeof late>((resolve) => {
        timer = setTimeout(() => resolve(late), everyMs)
      })
      const first = await Promise.race([waiting.finally(() => clearTimeout(timer)), due])
      if (first !== late) {
        pending = undefined
        return first
      }
      if (mayBeat()) return beat()
    }
  }
}
