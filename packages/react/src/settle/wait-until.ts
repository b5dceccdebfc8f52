/** Something that says when to look again. */
export interface Announcer {
  subscribe(listener: () => void): () => void
}

/** How long is waited at most, and for whom. */
export interface Patience {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs: number
}

/**
 * Resolves with true as soon as `isDone`, which is asked again whenever an announcer speaks, and
 * with false after `timeoutMs` or when aborted. The timer is for the bound alone: in a hidden tab,
 * where timers are late, what happens is seen no later. Rejects with what `isDone` or an announcer
 * throws.
 */
export async function waitUntil(
  isDone: () => boolean,
  announcers: readonly Announcer[],
  { signal, timeoutMs }: Patience,
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
      const timer = setTimeout(giveUp, timeoutMs)
      stops.push(() => clearTimeout(timer))
      signal?.addEventListener('abort', giveUp)
      stops.push(() => signal?.removeEventListener('abort', giveUp))
      for (const announcer of announcers) stops.push(announcer.subscribe(check))
    })
  } finally {
    for (const stop of stops) stop()
  }
}
