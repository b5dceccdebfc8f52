/** Returns a comment, which every parser of server-sent events ignores. */
export const toHeartbeat = (): Uint8Array => new TextEncoder().encode(': \n\n')

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
  return () =>
    new Promise<T>((resolve, reject) => {
      let isOver = false
      const end = (): void => {
        isOver = true
        clearInterval(timer)
      }
      const timer = setInterval(() => {
        if (!mayBeat()) return
        end()
        resolve(beat())
      }, everyMs)
      pending ??= next()
      pending.then(
        (value) => {
          // After a beat the value is kept for the next call.
          if (isOver) return
          end()
          pending = undefined
          resolve(value)
        },
        (thrown) => {
          end()
          reject(thrown)
        },
      )
    })
}
