import { longestTimerMs } from '../start-timer.ts'
import type { GuardedStore } from './guard-store.ts'
import type { Charge } from './limit-store.ts'

/** Renews leases three times in `leaseMs`. Returns a function that stops it. */
export function renewUntilStopped(
  { renew }: GuardedStore,
  leases: readonly Charge[],
  leaseMs: number,
): () => void {
  if (!renew || leases.length === 0) return () => {}
  const everyMs = Math.min(leaseMs / 3, longestTimerMs)
  const timer = setInterval(() => void renew(leases), everyMs)
  return () => clearInterval(timer)
}
