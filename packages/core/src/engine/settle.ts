import type { ScopeRegistry } from '../tools/scope-registry.ts'
import type { Clock } from '../clock.ts'
import type { AssistantMessage } from '../messages/message.ts'
import type { Cancellation } from '../cancellation.ts'
import type { LoopRun } from './run-core.ts'

/**
 * Waits until scopes of all these names are registered, and resolves with true. Resolves with false
 * after `timeoutMs`. Rejects with `CancellationError` if cancelled.
 */
export function scopesRegistered(
  registry: ScopeRegistry,
  names: readonly string[],
  {
    cancellation,
    clock,
    timeoutMs,
  }: { cancellation: Cancellation; clock: Clock; timeoutMs: number },
): Promise<boolean> {
  const areAll = (): boolean => names.every((name) => registry.has(name))
  let stop = (): void => undefined
  const arrival = new Promise<boolean>((resolve) => {
    if (areAll()) return resolve(true)
    const unsubscribe = registry.subscribe(() => areAll() && resolve(true))
    const timer = clock.setTimeout(() => resolve(false), timeoutMs)
    stop = () => {
      unsubscribe()
      clock.clearTimeout(timer)
    }
  })
  return cancellation.race(arrival).finally(() => stop())
}

/** The outcome of a wait for the page to catch up. */
export interface Settlement {
  readonly ok: boolean
  /**
   * The last thing that the loop waited for: `react`, `marker`, `until`, `unstable`,
   * `held-before-tool`, `aborted`, `scope`, `unmounted`.
   */
  readonly why: string
  readonly durationMs: number
}

/**
 * A part of the page that the loop waits for after tools. Without settlers, the loop waits only for
 * the scopes that tools name.
 */
export interface Settler {
  /** Prepares for a model request, which is about to be sent. */
  baseline(): void
  /** Prepares for a tool, which runs once the promise is settled. */
  beforeTool(): Promise<void>
  /** Resolves when the page has caught up, or after `timeoutMs`. Never rejects. */
  settle(at: {
    signal: AbortSignal
    timeoutMs: number
    waitFor: readonly string[]
  }): Promise<Settlement>
}

/** The settlers of the page that the loop waits for. */
export interface SettleInput {
  readonly settlers: ReadonlySet<Settler>
  /** Called when the loop begins to wait for the page. */
  readonly onSettling?: (() => void) | undefined
}

/** Waits until every settler is done and the scopes that tools name are registered. */
async function settleAll(
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
  const ok = await scopesRegistered(toolbox.registry, waitFor, { cancellation, clock, timeoutMs })
  return { ok, why: 'scope', durationMs: clock.now() - startedAt }
}

/**
 * Returns the scopes that tools of these calls must register, by call id; undefined if there are
 * none. Must be called before the calls run, because a call may unmount its own tool.
 */
export function scopesAwaited(
  { toolbox, config }: LoopRun,
  { calls = [] }: AssistantMessage,
): ReadonlyMap<string, string> | undefined {
  if (!config.settle) return undefined
  let awaited: Map<string, string> | undefined
  for (const { id, name } of calls) {
    const waitFor = toolbox.find(name)?.tool.waitFor
    if (waitFor !== undefined) (awaited ??= new Map()).set(id, waitFor)
  }
  return awaited
}

/** Waits for the page after the calls of a message, and emits `agent:settled`. */
export async function settle(
  run: LoopRun,
  { settlers, onSettling }: SettleInput,
  { calls = [] }: AssistantMessage,
  iteration: number,
  awaited?: ReadonlyMap<string, string>,
): Promise<void> {
  if (!run.config.settle || calls.length === 0) return
  // A call that failed registers no scope.
  const waitFor = [...(awaited ?? [])].flatMap(([id, scope]) => {
    const answer = run.messages.findLast((message) => message.id === id)
    return answer?.role === 'tool' && answer.status === 'ok' ? scope : []
  })
  if (settlers.size === 0 && waitFor.length === 0) return
  const { timeoutMs } = run.config.settle
  onSettling?.()
  const settled = await settleAll(run, settlers, { timeoutMs, waitFor })
  run.log.emit('settled', { iteration, ...settled })
}
