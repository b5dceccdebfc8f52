import type { TabChannel } from './tab-channel.ts'

/** The lock of the page that runs a session. */
export interface HeldLock {
  /** Aborts if another page has taken the lock, or if this page is going away. */
  readonly lost: AbortSignal
  release(): void
}

/** A request for the lock of a session. */
export interface LockRequest {
  readonly sid: string
  readonly lockName: string
  readonly channel: TabChannel
  readonly isWaiting: boolean
  readonly signal?: AbortSignal | undefined
  /** The silence of the holder after which its lock is stolen, in milliseconds. */
  readonly takeoverMs: number
}
