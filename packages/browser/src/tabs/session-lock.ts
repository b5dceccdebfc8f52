import type { HeldLock, LockRequest } from './lock-request.ts'
import { answerMs, type TabChannel } from './tab-channel.ts'

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

/** The sessions that this page runs. A page does not receive its own messages. */
const heldHere = new WeakMap<TabChannel, Set<string>>()

/**
 * Acquires the lock where the browser has no Web Locks, as on a page over plain http. Asks the
 * other pages by messages if one of them runs the session, and takes the lock if none answers. If
 * two pages ask at once, the one of higher rank wins. A page may be too slow to hear of the other.
 * Then the epoch decides: the earlier page's next write is refused, before it runs anything.
 */
async function lockByMessages(request: LockRequest): Promise<HeldLock | undefined> {
  const { sid, channel, isWaiting, signal } = request
  const held = heldHere.get(channel) ?? new Set<string>()
  heldHere.set(channel, held)
  for (;;) {
    const isHeld = held.has(sid) || (await isHeldElsewhere(request, Math.random()))
    signal?.throwIfAborted()
    if (!isHeld && !held.has(sid)) break
    if (!isWaiting) return undefined
    // A holder answers at once. Asking again without a pause would keep both pages busy.
    await new Promise((resolve) => setTimeout(resolve, answerMs))
    signal?.throwIfAborted()
  }
  held.add(sid)
  // Other pages may have asked before this page could answer.
  channel.pong(sid)
  return { lost: new AbortController().signal, release: () => held.delete(sid) }
}

/** Whether another page runs the session, or is about to. */
async function isHeldElsewhere({ sid, channel }: LockRequest, rank: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const stop = channel.listen(sid, (message) => {
    if (message.type === 'pong') resolve(true)
    if (message.type === 'ping' && (message.rank ?? 0) > rank) resolve(true)
  })
  channel.ping(sid, rank)
  const timer = setTimeout(() => resolve(false), answerMs)
  const isHeld = await promise
  clearTimeout(timer)
  stop()
  return isHeld
}

/** The advice of a watchdog: make the request again, or steal the lock. */
type Verdict = 'retry' | 'steal'

const pollMs = 1_000
/** The silence after which the state of the lock is queried. */
const silenceMs = 3_000

/**
 * Watches the holder of a lock while this page waits. The page that runs a session answers pings.
 * After a silence the watchdog queries the state of the lock, which also ends a holder in the
 * back-forward cache. Chromium can lose a wake-up, and then nobody holds the lock and nobody is
 * granted it. Such a lock is requested again, and stolen if that did not help (`isRetry`).
 */
function startWatchdog(
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
