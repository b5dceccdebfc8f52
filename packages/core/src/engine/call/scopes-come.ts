import type { ScopeRegistry } from '../../stores/scope-registry.ts'
import type { Clock } from '../../values/clock.ts'
import type { Cancellation } from '../run/cancellation.ts'

/** Waits until scopes of these names are all registered, and resolves with whether they are. Rejects when cancelled. */
export function scopesCome(
  registry: ScopeRegistry,
  names: readonly string[],
  {
    cancellation,
    clock,
    timeoutMs,
  }: { cancellation: Cancellation; clock: Clock; timeoutMs: number },
): Promise<boolean> {
  const areThere = (): boolean => names.every((name) => registry.has(name))
  let stop = (): void => undefined
  const arrival = new Promise<boolean>((resolve) => {
    if (areThere()) return resolve(true)
    const unsubscribe = registry.subscribe(() => areThere() && resolve(true))
    const timer = clock.setTimeout(() => resolve(false), timeoutMs)
    stop = () => {
      unsubscribe()
      clock.clearTimeout(timer)
    }
  })
  return cancellation.race(arrival).finally(() => stop())
}
