import type { Touches } from '../state/touches.ts'
import { askSettler, settleAll, type Settler, type SettleRun } from './settle.ts'

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
  /** The things on the page that calls touched. */
  readonly touches: Touches
}

/** Creates the state of a page that no call has changed. */
export const createPageState = (touches: Touches): PageState => ({
  touches,
  changedAt: undefined,
  changes: 0,
  awaited: new Set(),
  isLate: false,
})

/** The place in a run where the loop waits for the page. */
export interface PageWait {
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
  constructor(
    state: PageState,
    settlers: ReadonlySet<Settler>,
    settle: false | { readonly timeoutMs: number },
  ) {
    this.#state = state
    this.#settlers = settle ? settlers : nobody
    this.#timeoutMs = settle ? settle.timeoutMs : undefined
  }

  /** The things on the page that calls touched. */
  get touches(): Touches {
    return this.#state.touches
  }

  /** Records that a handler has ended: it may have changed the page. */
  changed(now: number): void {
    this.#state.changedAt = now
    this.#state.changes++
  }

  /** Waits for the page before another attempt of a handler. Never rejects. */
  async beforeRetry(run: SettleRun, at: PageWait): Promise<void> {
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
  baseline(run: SettleRun): void {
    for (const settler of this.#settlers) {
      void askSettler(run, Infinity, async () => settler.baseline())
    }
  }

  /**
   * Waits until the page shows what handlers have changed, then asks the settlers before a call.
   * Never rejects: the caller sees a cancel by itself.
   */
  async beforeCall(run: SettleRun, at: PageWait): Promise<void> {
    await this.catchUp(run, at)
    await this.beforeTool(run)
  }

  /** Asks the settlers before a call. Never rejects. */
  async beforeTool(run: SettleRun): Promise<void> {
    const timeoutMs = this.#timeoutMs ?? 0
    for (const settler of this.#settlers) {
      await askSettler(run, timeoutMs, () => settler.beforeTool())
    }
  }

  /**
   * Waits until the page shows what handlers have changed. Does nothing if no handler has ended
   * since the last wait, or if the page had the time of a whole wait already. Never rejects.
   */
  async catchUp(run: SettleRun, at: PageWait): Promise<void> {
    const { changedAt, isLate, awaited } = this.#state
    if (changedAt === undefined || this.#timeoutMs === undefined) return
    if (run.ports.clock.now() - changedAt >= this.#timeoutMs) return this.#forget()
    const isShort = isLate && at.beforeCallId !== undefined && awaited.size === 0
    await this.#wait(run, at, isShort ? Math.min(lateMs, this.#timeoutMs) : this.#timeoutMs)
  }

  /** Waits for the page before the request that follows the calls of a message. Never rejects. */
  async settle(run: SettleRun, at: PageWait, onSettling?: () => void): Promise<void> {
    if (this.#timeoutMs !== undefined) await this.#wait(run, at, this.#timeoutMs, onSettling)
  }

  /** Waits until the page is at rest, and tells nobody. Never rejects. */
  async settled(run: SettleRun): Promise<void> {
    if (this.#timeoutMs === undefined) return
    await settleAll(run, this.#settlers, { timeoutMs: this.#timeoutMs, waitFor: [] })
  }

  async #wait(
    run: SettleRun,
    at: PageWait,
    timeoutMs: number,
    onSettling?: () => void,
  ): Promise<void> {
    const { changes, awaited } = this.#state
    const waitFor = [...awaited]
    if (this.#settlers.size > 0 || waitFor.length > 0) {
      onSettling?.()
      const settled = await settleAll(run, this.#settlers, { timeoutMs, waitFor })
      // The work of a cancelled run may go on, so the next run waits for the page again.
      if (run.cancellation.reason) return
      this.#state.isLate = !settled.ok
      run.log.emit('settled', { ...at, ...settled })
    }
    // A call of another run that ended meanwhile is waited for anew.
    if (this.#state.changes === changes) this.#forget()
  }

  #forget(): void {
    this.#state.changedAt = undefined
    this.#state.awaited.clear()
  }
}

const nobody: ReadonlySet<Settler> = new Set()
