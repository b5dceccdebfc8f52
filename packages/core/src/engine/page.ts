import type { Cancellation } from '../cancellation.ts'
import { inDevelopment } from '../dev/in-development.ts'
import type { Clock } from '../environment.ts'
import { describeThrown } from '../errors/agent-error.ts'
import type { ScopeRegistry } from '../tools/registry.ts'
import type { RunCore } from './run.ts'

/** The state of an agent's page, which all runs of the agent share. */
export interface PageState {
  /** The time at which a handler last ended; undefined if the page was waited for since then. */
  changedAt: number | undefined
  /** The number of handlers that have ended. */
  changes: number
  /** The scopes that tools must bring, since the page was last waited for. */
  readonly awaited: Set<string>
  /** True if the page was not ready at the end of the last wait. */
  isLate: boolean
}

/** Creates the state of a page that no call has changed. */
export const createPageState = (): PageState => ({
  changedAt: undefined,
  changes: 0,
  awaited: new Set(),
  isLate: false,
})

/** The place in a run where the loop waits for the page. */
interface PageWait {
  readonly iteration: number
  /** The id of the call that waits; undefined for a request. */
  readonly beforeCallId?: string | undefined
}

/**
 * The longest wait of a call for a page that was not ready in time before, in milliseconds. It is
 * ample for what React commits at once. The next request waits for the rest.
 */
const lateMs = 250

/**
 * The page, as one run waits for it. Calls and requests of the run wait until the page shows what
 * the calls before them have changed. It makes no difference which run made those calls.
 */
export class Page {
  readonly #state: PageState
  readonly #settlers: ReadonlySet<Settler>
  readonly #timeoutMs: number | undefined

  /** With the option `settle: false` the run waits for nothing. */
  constructor(state: PageState, settlers: ReadonlySet<Settler>, timeoutMs: false | number) {
    this.#state = state
    this.#settlers = timeoutMs === false ? nobody : settlers
    this.#timeoutMs = timeoutMs === false ? undefined : timeoutMs
  }

  /** Records that a handler has ended: it may have changed the page. */
  changed(now: number): void {
    this.#state.changedAt = now
    this.#state.changes++
  }

  /** Waits for the page before another attempt of a handler. Never rejects. */
  async beforeRetry(run: RunCore, at: PageWait): Promise<void> {
    this.changed(run.ports.clock.now())
    await this.catchUp(run, at)
  }

  /** Makes the next wait last until a scope is registered. */
  expect(scopeName: string | undefined): void {
    if (scopeName !== undefined && this.#timeoutMs !== undefined) {
      this.#state.awaited.add(scopeName)
    }
  }

  /** Tells every settler that a request is about to be sent. */
  baseline(run: RunCore): void {
    for (const settler of this.#settlers) {
      void askSettler(run, Infinity, async () => settler.baseline())
    }
  }

  /**
   * Waits until the page shows what handlers have changed, then asks the settlers before a call.
   * Never rejects: the caller sees a cancel by itself. Returns undefined if nothing is awaited.
   */
  beforeCall(run: RunCore, at: PageWait): Promise<void> | undefined {
    const caughtUp = this.catchUp(run, at)
    return caughtUp ? caughtUp.then(() => this.beforeTool(run)) : this.beforeTool(run)
  }

  /** Asks the settlers before a call. Never rejects. Returns undefined if there are none. */
  beforeTool(run: RunCore): Promise<void> | undefined {
    return this.#settlers.size > 0 ? this.#askBefore(run) : undefined
  }

  async #askBefore(run: RunCore): Promise<void> {
    const timeoutMs = this.#timeoutMs ?? 0
    for (const settler of this.#settlers) {
      await askSettler(run, timeoutMs, () => settler.beforeTool())
    }
  }

  /**
   * Waits until the page shows what handlers have changed. Returns undefined if no handler has
   * ended since the last wait, or if the page had the time of a whole wait already. Never rejects.
   */
  catchUp(run: RunCore, at: PageWait): Promise<void> | undefined {
    const { changedAt, isLate, awaited } = this.#state
    if (changedAt === undefined || this.#timeoutMs === undefined) return undefined
    if (run.ports.clock.now() - changedAt >= this.#timeoutMs) return this.#forget()
    const isShort = isLate && at.beforeCallId !== undefined && awaited.size === 0
    return this.#wait(run, at, isShort ? Math.min(lateMs, this.#timeoutMs) : this.#timeoutMs)
  }

  /**
   * Waits for the page before the request that follows the calls of a message. Never rejects.
   * Returns undefined if there is nothing to wait for.
   */
  settle(run: RunCore, at: PageWait): Promise<void> | undefined {
    if (this.#timeoutMs === undefined) return undefined
    return this.#wait(run, at, this.#timeoutMs, () => run.show?.('settling'))
  }

  /**
   * Waits until the page is at rest, and tells nobody. Resolves with undefined if the run waits for
   * nothing. Never rejects.
   */
  async settled(run: RunCore): Promise<Settlement | undefined> {
    if (this.#timeoutMs === undefined) return undefined
    return settleAll(run, this.#settlers, { timeoutMs: this.#timeoutMs, waitFor: [] })
  }

  #wait(
    run: RunCore,
    at: PageWait,
    timeoutMs: number,
    onSettling?: () => void,
  ): Promise<void> | undefined {
    const { awaited } = this.#state
    if (this.#settlers.size === 0 && awaited.size === 0) return this.#forget()
    onSettling?.()
    return this.#waitForAll(run, at, { timeoutMs, waitFor: [...awaited] })
  }

  async #waitForAll(
    run: RunCore,
    at: PageWait,
    wait: { readonly timeoutMs: number; readonly waitFor: readonly string[] },
  ): Promise<void> {
    const { changes } = this.#state
    const settled = await settleAll(run, this.#settlers, wait)
    // The work of a cancelled run may go on, so the next run waits for the page again.
    if (run.cancellation.reason) return
    this.#state.isLate = !settled.ok
    run.offers?.settled(settled)
    run.log.emit('settled', { ...at, ...settled })
    inDevelopment('settled', settled)
    // A call of another run that ended meanwhile is waited for anew.
    if (this.#state.changes === changes) this.#forget()
  }

  #forget(): undefined {
    this.#state.changedAt = undefined
    // Clearing an empty set is not free.
    if (this.#state.awaited.size > 0) this.#state.awaited.clear()
  }
}

const nobody: ReadonlySet<Settler> = new Set()

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
   * The last thing that the loop waited for: `react`, `rendering`, `marker`, `until`, `unstable`,
   * `held-before-tool`, `aborted`, `scope`, `unmounted`, `settler`.
   */
  readonly why: string
  readonly durationMs: number
}

/**
 * A part of the page that the loop waits for after calls. Without settlers, the loop waits only for
 * the scopes that tools name.
 *
 * A settler that throws, rejects or is not done after the time of `settle` does not end the run.
 * The loop goes on without it, and emits the warning `settler_failed`, once in a run.
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
   * `timeoutMs` is at most 50 ms shorter than the option `settle`, so that the answer
   * comes in time.
   */
  settle(at: {
    signal: AbortSignal
    timeoutMs: number
    waitFor: readonly string[]
  }): Promise<Settlement>
}

/** The time in which a settler that has waited to its end can still answer, in milliseconds. */
const answerMs = 50

/**
 * Waits until every settler is done and the scopes of `waitFor` are registered, at most
 * `timeoutMs`. Never rejects.
 */
async function settleAll(
  run: RunCore,
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
function askSettler<T>(
  run: RunCore,
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
      run.warn('settler_failed', `A settler ${how}, so the loop goes on without it.`)
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
  { toolbox, cancellation, ports: { clock } }: RunCore,
  { timeoutMs, waitFor }: { timeoutMs: number; waitFor: readonly string[] },
): Promise<Settlement> {
  const startedAt = clock.now()
  const bounds = { cancellation, clock, timeoutMs }
  const ok = await scopesRegistered(toolbox.registry, waitFor, bounds).catch(() => false)
  return { ok, why: 'scope', durationMs: clock.now() - startedAt }
}
