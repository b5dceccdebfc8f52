import type { LockRequest } from './lock-request.ts'

/** What a watchdog asks for: the request made anew, or the lock taken by force. */
export type Bark = 'again' | 'steal'

const pollMs = 1_000
/** So long nothing is looked into. */
const silenceMs = 3_000

/**
 * Watches for the page that holds a lock while this one waits. Who runs a session answers pings; after a silence the lock's state is looked up, which also puts an end to a holder in the
 * back-forward cache. A lock that nobody holds and nobody is given (Chromium loses such a wake-up) is asked for again, and if that did not help (`wasAgain`) taken.
 */
export function startWatchdog(
  { sid, lockName, channel, takeoverMs }: LockRequest,
  wasAgain: boolean,
): { readonly bark: Promise<Bark>; stop(): void } {
  const { promise: bark, resolve } = Promise.withResolvers<Bark>()
  let silentMs = 0
  let lookedAt = performance.now()
  let orphaned = 0
  const stopListening = channel.listen(sid, (heard) => {
    if (heard.type === 'pong' || (heard.type === 'note' && heard.note.type !== 'command')) {
      silentMs = 0
    }
  })
  const look = async (): Promise<void> => {
    channel.ping(sid)
    const now = performance.now()
    // When this page itself stood still, answers may wait behind this timer.
    silentMs += Math.min(now - lookedAt, 2 * pollMs)
    lookedAt = now
    if (silentMs < Math.min(silenceMs, takeoverMs)) return
    const { held = [] } = await navigator.locks.query()
    const isHeld = held.some(({ name }) => name === lockName)
    orphaned = isHeld ? 0 : orphaned + 1
    if (orphaned === 2) resolve(wasAgain ? 'steal' : 'again')
    else if (isHeld && silentMs >= takeoverMs) resolve('steal')
  }
  channel.ping(sid)
  const timer = setInterval(() => void look().catch(() => undefined), pollMs)
  return {
    bark,
    stop: () => {
      clearInterval(timer)
      stopListening()
    },
  }
}
