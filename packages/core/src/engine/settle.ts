import type { ScopeRegistry } from '../tools/scope-registry.ts'
import type { Clock } from '../clock.ts'
import type { Cancellation } from '../cancellation.ts'
import type { EventLog } from '../event-log.ts'
import { describeThrown } from '../errors/describe-thrown.ts'

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
   * `held-before-tool`, `aborted`, `scope`, `unmounted`, `settler`.
   */
  readonly why: string
  readonly durationMs: number
}

/**
 * A part of the page that the loop waits for after calls. Without settlers, the loop waits only for
 * the scopes that tools name.
 *
 * A settler that throws, rejects or is not done after `settle.timeoutMs` does not end the run. The
 * loop goes on without it, and emits the warning `settler_failed`, once in a run.
 */
export interface Settler {
  /** Prepares for a model request, which is about to be sent. */
  baseline(): void
  /** Prepares for a call, which begins once the promise is settled. */
  beforeTool(): Promise<void>
  /**
   * Resolves when the page shows what the calls before have changed, or after `timeoutMs`. Asked
   * before a call and before a request if a call has ended since it was last asked. Also asked
   * after the calls of every message.
   *
   * `timeoutMs` is at most 50 ms shorter than the option `settle.timeoutMs`, so that the answer
   * comes in time.
   */
  settle(at: {
    signal: AbortSignal
    timeoutMs: number
    waitFor: readonly string[]
  }): Promise<Settlement>
}

/** The parts of a run that a wait for the page needs. */
export interface SettleRun {
  readonly cancellation: Cancellation
  readonly log: EventLog
  readonly ports: { readonly clock: Clock }
  readonly toolbox: { readonly registry: ScopeRegistry }
  warn(code: string, message: string): void
}

/** The time in which a settler that has waited to its end can still answer, in milliseconds. */
const answerMs = 50

/**
 * Waits until every settler is done and the scopes of `waitFor` are registered, at most
 * `timeoutMs`. Never rejects.
 */
export async function settleAll(
  run: SettleRun,
  settlers: ReadonlySet<Settler>,
  options: { timeoutMs: number; waitFor: readonly string[] },
): Promise<Settlement> {
  const { clock } = run.ports
  const { signal } = run.cancellation
  const startedAt = clock.now()
  const { timeoutMs } = options
  const own = { ...options, signal, timeoutMs: timeoutMs - Math.min(answerMs, timeoutMs / 10) }
  const waits = Array.from(settlers, async (settler) => {
    const settled = await askSettler(run, timeoutMs, () => settler.settle(own))
    if (typeof settled?.ok === 'boolean') return settled
    return { ok: false, why: 'settler', durationMs: clock.now() - startedAt }
  })
  if (options.waitFor.length > 0) waits.push(settleScopes(run, options))
  const settlements = await Promise.all(waits)
  const held = settlements.find((settlement) => !settlement.ok)
  const durationMs = Math.max(...settlements.map((settlement) => settlement.durationMs))
  return { ok: !held, why: (held ?? settlements[0])?.why ?? '', durationMs }
}

/**
 * Asks a settler, and waits for its answer. Resolves with undefined when the run is cancelled. Also
 * resolves with undefined, and warns once, if the settler throws or is late.
 */
export function askSettler<T>(
  run: SettleRun,
  timeoutMs: number,
  ask: () => Promise<T>,
): Promise<T | undefined> {
  const { cancellation, ports } = run
  return new Promise((resolve) => {
    const end = (answer?: T): void => {
      stop()
      ports.clock.clearTimeout(timer)
      resolve(answer)
    }
    const fail = (how: string): void => {
      run.warn(
        'settler_failed',
        `A settler ${how}, so the loop goes on without it, and may see the page as it was before. A settler resolves after \`timeoutMs\` at the latest, and never throws.`,
      )
      end()
    }
    let timer: unknown
    let stop = (): void => undefined
    const asked = (async () => ask())()
    if (timeoutMs !== Infinity) {
      timer = ports.clock.setTimeout(() => fail(`was not done after ${timeoutMs} ms`), timeoutMs)
    }
    stop = cancellation.onCancel(() => end())
    asked.then(end, (thrown: unknown) => fail(`threw: ${describeThrown(thrown)}`))
  })
}

async function settleScopes(
  { toolbox, cancellation, ports: { clock } }: SettleRun,
  { timeoutMs, waitFor }: { timeoutMs: number; waitFor: readonly string[] },
): Promise<Settlement> {
  const startedAt = clock.now()
  const bounds = { cancellation, clock, timeoutMs }
  const ok = await scopesRegistered(toolbox.registry, waitFor, bounds).catch(() => false)
  return { ok, why: 'scope', durationMs: clock.now() - startedAt }
}
