import type { TabChannel } from './tab-channel.ts'

/** The lock of the page that runs a session. */
export interface HeldLock {
  /** Aborts when the lock is another page's, or this page is being put away. */
  readonly lost: AbortSignal
  release(): void
}

/** How a lock is asked for. */
export interface LockRequest {
  readonly sid: string
  readonly lockName: string
  readonly channel: TabChannel
  readonly isWaiting: boolean
  readonly signal?: AbortSignal | undefined
  /** How long the page that holds it may be silent before it is taken away. */
  readonly takeoverMs: number
}
