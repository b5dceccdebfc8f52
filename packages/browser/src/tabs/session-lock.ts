import type { HeldLock, LockRequest } from './lock-request.ts'
import { lockByMessages } from './message-lock.ts'
import { startWatchdog } from './watchdog.ts'

/** Returns the name of a session's lock. */
export const lockName = (database: string, sid: string): string => `ambit:${database}:${sid}`

/**
 * Acquires the lock of a session. Waits for a lock that is held, or resolves with undefined if
 * `isWaiting` is false.
 *
 * A page may stop in a way that the browser does not notice: frozen, blocked, or in the
 * back-forward cache. A holder that stopped so is silent, and its lock is stolen. The epoch refuses
 * its later writes.
 */
export async function lockSession(request: LockRequest): Promise<HeldLock | undefined> {
  const { lockName, isWaiting, signal } = request
  const held = !hasLocks()
    ? await lockByMessages(request)
    : isWaiting
      ? await waitForLock(request)
      : await requestLock(lockName, { ifAvailable: true }).catch(ignoreSkipped)
  if (!held) return undefined
  if (signal?.aborted) {
    held.release()
    signal.throwIfAborted()
  }
  return answerPings(request, held)
}

const hasLocks = (): boolean => typeof navigator !== 'undefined' && 'locks' in navigator

async function waitForLock(request: LockRequest): Promise<HeldLock> {
  const { lockName, signal } = request
  for (let isRetry = false; ; isRetry = true) {
    signal?.throwIfAborted()
    const own = new AbortController()
    const abort = (): void => own.abort(signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
    const lock = requestLock(lockName, { signal: own.signal })
    const watchdog = startWatchdog(request, isRetry)
    try {
      const outcome = await Promise.race([lock, watchdog.verdict])
      if (typeof outcome === 'object') return outcome
      own.abort(new DOMException('Requested again.', 'AbortError'))
      // The browser may grant the lock at this very moment.
      const granted = await lock.catch(() => undefined)
      if (granted) return granted
      if (outcome === 'steal') return await requestLock(lockName, { steal: true })
    } catch (error) {
      // After this error the page runs again, and waits as before.
      ignoreSkipped(error)
    } finally {
      watchdog.stop()
      signal?.removeEventListener('abort', abort)
    }
  }
}

/**
 * Ignores the error of a skipped request, and throws any other. Chromium skips a page that is in
 * the back-forward cache when its turn comes. The request then ends with an error whose name is
 * `Error`.
 */
function ignoreSkipped(error: unknown): undefined {
  if (!(error instanceof Error) || error.name !== 'Error') throw error
}

function requestLock(name: string, options: { ifAvailable: true }): Promise<HeldLock | undefined>
function requestLock(
  name: string,
  options: { signal: AbortSignal } | { steal: true },
): Promise<HeldLock>
function requestLock(name: string, options: LockOptions): Promise<HeldLock | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<HeldLock | undefined>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const lost = new AbortController()
  navigator.locks
    .request(name, options, (granted) => {
      resolve(granted ? { lost: lost.signal, release } : undefined)
      return granted ? released : undefined
    })
    .catch((error: unknown) => {
      // An error after the lock was granted means that another page has stolen it.
      lost.abort(error)
      reject(error as Error)
    })
  return promise
}

/**
 * Answers pings while the lock is held. Releases the lock when the page goes away, because a page
 * in the back-forward cache would keep it.
 */
function answerPings({ sid, channel }: LockRequest, held: HeldLock): HeldLock {
  const away = new AbortController()
  const lost = AbortSignal.any([held.lost, away.signal])
  const stopListening = channel.listen(sid, ({ type }) => {
    if (type === 'ping' && !lost.aborted) channel.pong(sid)
    if (type === 'wiped') away.abort(new DOMException('Everything was deleted.', 'AbortError'))
  })
  const release = (): void => {
    stopListening()
    globalThis.removeEventListener?.('pagehide', leave)
    held.release()
  }
  const leave = (): void => {
    away.abort(new DOMException('The page is going away.', 'AbortError'))
    release()
  }
  globalThis.addEventListener?.('pagehide', leave)
  return { lost, release }
}
