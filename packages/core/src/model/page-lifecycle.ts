import type { Lifecycle } from './over-network.ts'

/**
 * The shortest pause that counts as sleep. Timers of a hidden page fire about once a minute, so a
 * shorter pause says nothing.
 */
const asleepMs = 120_000
const lookMs = 10_000

/** The time after which a page that was about to leave counts as one that stays. */
const leavingMs = 10_000

/** Whether there is a page, which can go offline and be suspended. */
export const hasPage = (): boolean =>
  typeof (globalThis as { readonly document?: Partial<EventTarget> }).document?.addEventListener ===
  'function'

/**
 * Returns what a page knows about its network and its own pauses. Streams that were lost while the
 * machine slept or the page was frozen are given up at once. A request that breaks while the page
 * is left fails 10 seconds later, if the page is still there.
 */
export function pageLifecycle(): Lifecycle {
  const { document } = globalThis as { readonly document?: EventTarget }
  return {
    // Node has a `navigator` without `onLine`.
    isOnline: () =>
      typeof navigator === 'undefined' || !('onLine' in navigator) || navigator.onLine,
    onOnline: (listener) => {
      globalThis.addEventListener?.('online', listener)
      return () => globalThis.removeEventListener?.('online', listener)
    },
    onWake: (listener) => {
      let seenAt = Date.now()
      const look = (): void => {
        const now = Date.now()
        const pauseMs = now - seenAt
        seenAt = now
        if (pauseMs > asleepMs) listener()
      }
      const timer = setInterval(look, lookMs)
      document?.addEventListener('resume', look)
      globalThis.addEventListener?.('pageshow', look)
      return () => {
        clearInterval(timer)
        document?.removeEventListener('resume', look)
        globalThis.removeEventListener?.('pageshow', look)
      }
    },
    // Firefox ends the requests of a page between `beforeunload` and `pagehide`.
    onLeave: (listener) => {
      const leave = (): void =>
        listener(new Promise((resolve) => void setTimeout(resolve, leavingMs)))
      globalThis.addEventListener?.('beforeunload', leave)
      return () => globalThis.removeEventListener?.('beforeunload', leave)
    },
  }
}
