import { askAround } from './ask-around.ts'
import { startWatchdog } from './watchdog.ts'
import type { HeldLock, LockRequest } from './lock-request.ts'

/**
 * Waits for a session's lock; without waiting, resolves with undefined when it is held. A holder that is gone in a way the browser does not notice (frozen, blocked, put into the
 * back-forward cache) is found by its silence, and the lock stolen: what it still writes is refused by the epoch.
 */
export async function lockSession(request: LockRequest): Promise<HeldLock | undefined> {
  const { lockName, isWaiting, signal } = request
  const held = !hasLocks()
    ? await askAround(request)
    : isWaiting
      ? await waitForLock(request)
      : await ask(lockName, { ifAvailable: true }).catch(unlessPassedOver)
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
  signal?.throwIfAborted()
  for (let wasAgain = false; ; wasAgain = true) {
    const own = new AbortController()
    const abort = (): void => own.abort(signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
    const lock = ask(lockName, { signal: own.signal })
    const watchdog = startWatchdog(request, wasAgain)
    try {
      const outcome = await Promise.race([lock, watchdog.bark])
      if (typeof outcome === 'object') return outcome
      own.abort(new DOMException('Asked for again.', 'AbortError'))
      // It may have been granted in this very moment.
      const granted = await lock.catch(() => undefined)
      if (granted) return granted
      if (outcome === 'steal') return await ask(lockName, { steal: true })
    } catch (error) {
      // It goes on now, and waits like any other.
      unlessPassedOver(error)
    } finally {
      watchdog.stop()
      signal?.removeEventListener('abort', abort)
    }
  }
}

/**
 * A page that stands still when its turn comes, in the back-forward cache, is passed over: Chromium ends its request with an error that has no name of its own. Throws any other.
 */
function unlessPassedOver(error: unknown): undefined {
  if (!(error instanceof Error) || error.name !== 'Error') throw error
}

function ask(name: string, options: { ifAvailable: true }): Promise<HeldLock | undefined>
function ask(name: string, options: { signal: AbortSignal } | { steal: true }): Promise<HeldLock>
function ask(name: string, options: LockOptions): Promise<HeldLock | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<HeldLock | undefined>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const lost = new AbortController()
  navigator.locks
    .request(name, options, (granted) => {
      resolve(granted ? { lost: lost.signal, release } : undefined)
      return granted ? released : undefined
    })
    .catch((error: unknown) => {
      // Once it was granted this tells that another page has stolen it.
      lost.abort(error)
      reject(error as Error)
    })
  return promise
}

/** Says that it lives when asked, and lets go when the page goes: a page in the back-forward cache would keep the lock. */
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
