import type { LockRequest } from './lock-request.ts'

/** The advice of a watchdog: make the request again, or steal the lock. */
export type Verdict = 'retry' | 'steal'

const pollMs = 1_000
/** The silence after which the state of the lock is queried. */
const silenceMs = 3_000

/**
 * Watches the holder of a lock while this page waits. The page that runs a session answers pings.
 * After a silence the watchdog queries the state of the lock, which also ends a holder in the
 * back-forward cache. Chromium can lose a wake-up, and then nobody holds the lock and nobody is
 * granted it. Such a lock is requested again, and stolen if that did not help (`isRetry`).
 */
export function startWatchdog(
  { sid, lockName, channel, takeoverMs }: LockRequest,
  isRetry: boolean,
): { readonly verdict: Promise<Verdict>; stop(): void } {
  const { promise: verdict, resolve } = Promise.withResolvers<Verdict>()
  let silentMs = 0
  let checkedAt = performance.now()
  let orphaned = 0
  const stopListening = channel.listen(sid, (message) => {
    if (message.type === 'pong' || (message.type === 'note' && message.note.type !== 'command')) {
      silentMs = 0
    }
  })
  const check = async (): Promise<void> => {
    channel.ping(sid)
    const now = performance.now()
    // If this page itself stood still, answers may wait behind this timer.
    silentMs += Math.min(now - checkedAt, 2 * pollMs)
    checkedAt = now
    if (silentMs < Math.min(silenceMs, takeoverMs)) return
    const { held = [] } = await navigator.locks.query()
    const isHeld = held.some(({ name }) => name === lockName)
    orphaned = isHeld ? 0 : orphaned + 1
    if (orphaned === 2) resolve(isRetry ? 'steal' : 'retry')
    else if (isHeld && silentMs >= takeoverMs) resolve('steal')
  }
  channel.ping(sid)
  const timer = setInterval(() => void check().catch(() => undefined), pollMs)
  return {
    verdict,
    stop: () => {
      clearInterval(timer)
      stopListening()
    },
  }
}
