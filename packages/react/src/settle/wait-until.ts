/** A source that announces when to check again. */
export interface Announcer {
  subscribe(listener: () => void): () => void
}

export interface WaitBounds {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs: number
}

/**
 * Resolves with true as soon as `isDone` returns true, and with false after `timeoutMs` or on
 * abort. Calls `isDone` again with every announcement. Rejects with the error that `isDone` or an
 * announcer throws.
 *
 * The timer is only for the bound. In a hidden tab, where timers are late, announcements are still
 * on time.
 */
export async function waitUntil(
  isDone: () => boolean,
  announcers: readonly Announcer[],
  { signal, timeoutMs }: WaitBounds,
): Promise<boolean> {
  if (isDone()) return true
  if (signal?.aborted || timeoutMs <= 0) return false
  const stops: (() => void)[] = []
  try {
    return await new Promise<boolean>((resolve, reject) => {
      const check = (): void => {
        try {
          if (isDone()) resolve(true)
        } catch (error) {
          reject(error)
        }
      }
      const giveUp = (): void => resolve(false)
      const timer = setTimeout(giveUp, Math.min(timeoutMs, 2 ** 31 - 1))
      stops.push(() => clearTimeout(timer))
      signal?.addEventListener('abort', giveUp)
      stops.push(() => signal?.removeEventListener('abort', giveUp))
      for (const announcer of announcers) stops.push(announcer.subscribe(check))
    })
  } finally {
    for (const stop of stops) stop()
  }
}
