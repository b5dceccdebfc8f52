import type { ScopeRegistry } from '../tools/scope-registry.ts'
import type { Clock } from '../clock.ts'
import type { Cancellation } from '../cancellation.ts'
import type { LoopRun } from './run-core.ts'

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

/** What a page that caught up, or did not, reports. */
export interface Settlement {
  readonly ok: boolean
  /** What it waited for last: `react`, `marker`, `until`, `unstable`, `held-before-tool`, `aborted`, `scope`, `unmounted`. */
  readonly why: string
  readonly durationMs: number
}

/** How the loop learns that the page has caught up with what tools did. With none it does not wait. */
export interface Settler {
  /** A model request goes out. */
  baseline(): void
  /** A tool is about to run. */
  beforeTool(): Promise<void>
  /** Resolves when the page has caught up, or can be waited for no longer. Never rejects. */
  settle(at: {
    signal: AbortSignal
    timeoutMs: number
    waitFor: readonly string[]
  }): Promise<Settlement>
}

/** Waits until every settler is done and the scopes that tools name are there, or the run is cancelled. */
export async function settleAll(
  run: LoopRun,
  settlers: ReadonlySet<Settler>,
  options: { timeoutMs: number; waitFor: readonly string[] },
): Promise<Settlement> {
  const { cancellation } = run
  const { signal } = cancellation
  const waits = Array.from(settlers, (settler) => settler.settle({ signal, ...options }))
  if (options.waitFor.length > 0) waits.push(settleScopes(run, options))
  const settlements = await cancellation.race(Promise.all(waits))
  const held = settlements.find((settlement) => !settlement.ok)
  const durationMs = Math.max(...settlements.map((settlement) => settlement.durationMs))
  return { ok: !held, why: (held ?? settlements[0])?.why ?? '', durationMs }
}

async function settleScopes(
  { toolbox, cancellation, ports: { clock } }: LoopRun,
  { timeoutMs, waitFor }: { timeoutMs: number; waitFor: readonly string[] },
): Promise<Settlement> {
  const startedAt = clock.now()
  const ok = await scopesCome(toolbox.registry, waitFor, { cancellation, clock, timeoutMs })
  return { ok, why: 'scope', durationMs: clock.now() - startedAt }
}
