import type { Lifecycle } from '@ambit/core'

/** Hidden pages get their timers about once a minute, so a shorter pause says nothing. */
const asleepMs = 120_000
const lookMs = 10_000

/**
 * What a page knows of its network and of its own pauses: requests wait while the browser is offline, and streams that a sleeping machine or a frozen page has lost are given up at once
 * instead of being waited for.
 */
export function pageLifecycle(): Lifecycle {
  return {
    // Node has a navigator that knows of no network.
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
      globalThis.document?.addEventListener('resume', look)
      globalThis.addEventListener?.('pageshow', look)
      return () => {
        clearInterval(timer)
        globalThis.document?.removeEventListener('resume', look)
        globalThis.removeEventListener?.('pageshow', look)
      }
    },
  }
}
