import type { GuardedStore } from './guard-store.ts'
import type { Charge } from './limit-store.ts'

/** Renews leases three times in `leaseMs`. Returns a function that stops it. */
export function renewUntilStopped(
  { renew }: GuardedStore,
  leases: readonly Charge[],
  leaseMs: number,
): () => void {
  if (!renew || leases.length === 0) return () => {}
  const timer = setInterval(() => void renew(leases), leaseMs / 3)
  return () => clearInterval(timer)
}
