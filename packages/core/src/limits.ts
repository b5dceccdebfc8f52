import type { CancelReason } from './cancellation.ts'
import { type Clock, type Duration, systemClock } from './environment.ts'
import { BudgetExceededError } from './errors/limit-errors.ts'
import { exact } from './model/cost.ts'
import { checkOptions } from './options/check-names.ts'
import { misuse } from './options/misuse.ts'
import { checkNumber, parseDuration } from './options/values.ts'
import { Store } from './state/store.ts'

/** The most that may be spent: a number for each run, or a budget that outlives the run. */
export type Limit = number | Budget

/**
 * The limits of one run, which hold for the runs inside its calls too. A limit that is left out, or
 * is `Infinity`, never ends a run; only `iterations` has a default.
 */
export interface Limits {
  /**
   * The most model calls. A whole number from 1. Default 10, which is each run's own: a number that
   * is given counts those of the runs inside too.
   */
  readonly iterations?: number | undefined
  /**
   * The most tokens: prompt and completion tokens of all model calls, and the `run.cost.tokens` of
   * tools. A number from 0; 0 blocks the first call.
   */
  readonly tokens?: Limit | undefined
  /**
   * The most US dollars: model calls by the agent's `prices`, and the `run.cost.usd` of tools.
   */
  readonly costUsd?: Limit | undefined
  /** The most handlers that run. */
  readonly calls?: Limit | undefined
  /**
   * The most calls of one tool with equal arguments in a row, over all iterations. A call of
   * another tool, or with other arguments, begins a new row. A whole number from 1.
   */
  readonly identicalCalls?: number | undefined
  /** The longest time from start to end. Waits for people do not count. */
  readonly time?: Duration | undefined
  /** The most of your own amounts, by the keys that tools charge with `run.cost.custom`. */
  readonly custom?: Readonly<Record<string, Limit>> | undefined
}

/** The amounts that a run is charged, by key: `tokens`, `costUsd`, `calls` and keys of your own. */
type Amounts = Readonly<Record<string, number>>

/** The units of limits. A key of the application is its own unit. */
const units: Readonly<Record<string, string>> = {
  tokens: 'tokens',
  costUsd: 'USD',
  calls: 'calls',
  iterations: 'iterations',
  identicalCalls: 'calls',
  depth: 'runs',
}

/** The most runs of agents inside one another, below the outermost one. */
const maxDepth = 3

/** The amounts that model calls in progress keep of one limit. */
class Reservations {
  amount = 0
  #waiting: (() => void)[] = []

  /** Keeps an amount until the returned function is called. */
  hold(amount: number): () => void {
    this.amount = exact(this.amount + amount)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.amount = exact(this.amount - amount)
      this.wake()
    }
  }

  /** Lets those that wait look again. */
  wake(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }

  /** Resolves when more may be left than now. */
  released(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}

/** An amount that is counted against a limit. */
interface Counted {
  readonly max: number
  readonly held: Reservations
  /** Returns the amount spent now. */
  spentBy(clock: Clock): number
  /** Adds to the spent amount, also past the limit: some amounts are known only afterwards. */
  record(amount: number, clock: Clock): void
}

/** The count of a limit that is a number. It is that of one run. */
class OwnCount implements Counted {
  readonly max: number
  readonly held = new Reservations()
  #spent = 0

  constructor(max: number) {
    this.max = max
  }

  spentBy(): number {
    return this.#spent
  }

  record(amount: number): void {
    this.#spent = exact(this.#spent + amount)
  }
}

/** What is spent of a budget. */
export interface BudgetState {
  readonly max: number
  /** The amount spent so far. Sums of decimals are exact to nine places: 0.1 + 0.2 is 0.3. */
  readonly spent: number
}

/**
 * An amount that may be spent, and that outlives a run. Runs with the same budget among their
 * `limits` share it. A model call reserves what it may need until it ends, so that calls at the
 * same time do not spend the same rest. Made by `createBudget`.
 */
export class Budget extends Store<BudgetState> {
  /** @internal */
  readonly max: number
  /** @internal */
  readonly held: Reservations = new Reservations()
  readonly #perMs: number | undefined
  /** The end of the time that `spent` is of, by the clock of the run that last asked. */
  #until = Number.POSITIVE_INFINITY
  #clock: Clock = systemClock

  /** @internal */
  constructor(max: number, spent: number, perMs: number | undefined) {
    super({ max, spent })
    this.max = max
    this.#perMs = perMs
    const { getState } = this
    const empty: BudgetState = { max, spent: 0 }
    // Nothing happens at the end of the time, so each reading looks at the clock.
    const getNow = (): BudgetState => (this.#clock.now() < this.#until ? getState() : empty)
    Object.assign(this, { getState: getNow })
  }

  /** Counts from 0 again. */
  reset(): void {
    this.#until = Number.POSITIVE_INFINITY
    this.setState({ spent: 0 })
    this.held.wake()
  }

  /** @internal */
  spentBy(clock: Clock): number {
    this.#clock = clock
    if (clock.now() >= this.#until) this.reset()
    const { spent } = this.getState()
    if (spent > 0) this.#begin()
    return spent
  }

  /** @internal */
  record(amount: number, clock: Clock): void {
    const spent = exact(this.spentBy(clock) + amount)
    if (spent > 0) this.#begin()
    this.setState({ spent })
  }

  /** Begins the time that `spent` is of, if it has not begun. */
  #begin(): void {
    if (this.#perMs === undefined || this.#until < Number.POSITIVE_INFINITY) return
    this.#until = this.#clock.now() + this.#perMs
  }
}

/**
 * Creates a budget, for one or several of the `limits` of agents and calls.
 *
 * - `max`: the most that may be spent, from 0
 * - `spent`: what is spent already, such as what your server says. Default 0
 * - `per`: the time after which it counts from 0 again, from the first amount on; from the first
 *   use on, if something is `spent` already. Default: never
 *
 * Throws `AgentError`, naming the option, if one is wrong.
 */
export function createBudget(options: {
  readonly max: number
  readonly spent?: number | undefined
  readonly per?: Duration | undefined
}): Budget {
  const { max, spent = 0, per } = Object(options) as typeof options
  if (typeof max !== 'number') throw misuse('budget', [options])
  checkOptions('a budget', options, { max: '', spent: '', per: '' })
  checkNumber('`max` of a budget', max)
  checkNumber('`spent` of a budget', spent)
  return new Budget(max, spent, per === undefined ? undefined : parseDuration(per, 'per'))
}

/** One limit of a run: its own amount, or a budget that it shares. */
interface Counter {
  readonly key: string
  readonly count: Counted
  /** True for a budget of `createBudget`. */
  readonly isShared: boolean
}

/** The amounts of a model call. */
interface ModelAmounts {
  readonly tokens: number
  readonly costUsd: number
}

/** The amounts that a run may spend: those of its own limits, and those of the run around it. */
export class Spending {
  readonly #counters: readonly Counter[]
  /** Those of tokens and costs. */
  readonly #ofModel: readonly Counter[]
  /** The limits of what is not added up: of equal calls in a row, and of the depth. */
  readonly #levels: readonly Counter[]
  readonly #keys = new Set<string>()
  readonly #clock: Clock
  #lastCall: ModelAmounts = { tokens: 0, costUsd: 0 }

  constructor(limits: Limits, clock: Clock, parent?: Spending) {
    const { calls, tokens, costUsd, iterations, identicalCalls, custom } = limits
    const own = toCounters({ calls, tokens, costUsd, iterations, ...custom })
    const outer = parent ? parent.#counters.filter((counter) => !own.includes(counter)) : []
    this.#counters = [...own, ...outer]
    this.#ofModel = this.#counters.filter(({ key }) => key === 'tokens' || key === 'costUsd')
    const around = parent ? parent.#levels : [toCounter('depth', maxDepth)]
    this.#levels =
      identicalCalls === undefined ? around : [...toCounters({ identicalCalls }), ...around]
    for (const { key } of [...this.#counters, ...this.#levels]) this.#keys.add(key)
    this.#clock = clock
  }

  /** Whether a limit counts this key. */
  counts(key: string): boolean {
    return this.#keys.has(key)
  }

  /** Whether a limit counts tokens or costs. */
  get countsModel(): boolean {
    return this.#ofModel.length > 0
  }

  /** Whether an error is the refusal of one of these limits. */
  refused(error: unknown): boolean {
    const counter = refusedBy.get(Object(error) as object)
    return counter !== undefined && [...this.#counters, ...this.#levels].includes(counter)
  }

  /** Throws `BudgetExceededError` if `level` is past a limit of this key, which adds nothing up. */
  requireLevel(key: 'identicalCalls' | 'depth', level: number, reason: string): void {
    const passed = this.#levels.find((one) => one.key === key && level > one.count.max)
    if (passed) throw this.#refuse(passed, level - 1, 1, reason)
  }

  /**
   * Charges all amounts, or throws `BudgetExceededError` and charges none. A key without a limit is
   * not limited.
   */
  charge(charges: Amounts): void {
    if (this.#counters.length === 0) return
    for (const counter of this.#counters) {
      const amount = charges[counter.key]
      if (amount !== undefined) this.#check(counter, amount)
    }
    this.#record(charges)
  }

  /** Records what a model call has used. */
  recordModelCall(used: ModelAmounts): void {
    this.#record({ ...used })
    this.#lastCall = used
  }

  /**
   * Records what the run had used before its page was loaded again. A budget outlives the run, so
   * what is spent of it is known to whoever made it.
   */
  restore(used: Amounts): void {
    this.#record(
      used,
      this.#counters.filter(({ isShared }) => !isShared),
    )
  }

  /** Throws `BudgetExceededError` if a limit of tokens or costs is overspent. */
  requireWithin(): void {
    for (const counter of this.#ofModel) {
      const spent = counter.count.spentBy(this.#clock)
      if (spent > counter.count.max)
        throw this.#refuse(counter, spent, this.#lastCall[counter.key as 'tokens'])
    }
  }

  /**
   * Throws `BudgetExceededError` if a limit of tokens or costs has nothing left, or less than
   * `least`.
   */
  requireLeft(least: ModelAmounts): void {
    for (const counter of this.#ofModel) this.#check(counter, least[counter.key as 'tokens'], true)
  }

  /**
   * Admits a model call, and keeps what it may need until the returned function is called. While
   * other calls keep what this one needs at least, waits for one of them by `wait`, whose rejection
   * ends the admission. Throws `BudgetExceededError` as `requireLeft` does.
   */
  admitModelCall(
    least: ModelAmounts,
    likely: ModelAmounts,
    wait: (released: Promise<void>) => Promise<void>,
  ): (() => void) | Promise<() => void> {
    this.requireLeft(least)
    const counters = this.#ofModel
    const leftOf = ({ count }: Counter): number =>
      count.max - count.spentBy(this.#clock) - count.held.amount
    const busy = counters.find(
      (one) => one.count.held.amount > 0 && leftOf(one) <= least[one.key as 'tokens'],
    )
    if (busy) {
      return wait(busy.count.held.released()).then(() => this.admitModelCall(least, likely, wait))
    }
    const ends = counters.map((one) =>
      one.count.held.hold(Math.min(likely[one.key as 'tokens'], leftOf(one))),
    )
    return () => ends.forEach((end) => end())
  }

  /** Throws `BudgetExceededError` if `amount` more would exceed a limit. */
  #check(counter: Counter, amount: number, isReached = false): void {
    const { count } = counter
    const spent = count.spentBy(this.#clock)
    const after = exact(spent + amount)
    if (after > count.max || (isReached && spent >= count.max)) {
      throw this.#refuse(counter, spent, amount)
    }
  }

  #refuse(
    counter: Counter,
    spent: number,
    attempted: number,
    reason?: string,
  ): BudgetExceededError {
    const { key: budgetKey, count, isShared } = counter
    const unit = units[budgetKey] ?? budgetKey
    const excess = { budgetKey, limit: count.max, spent, attempted, unit, isShared, reason }
    const error = new BudgetExceededError(excess)
    refusedBy.set(error, counter)
    return error
  }

  #record(amounts: Amounts, counters: readonly Counter[] = this.#counters): void {
    for (const { key, count } of counters) {
      const amount = amounts[key]
      if (amount !== undefined) count.record(amount, this.#clock)
    }
  }
}

/** The limit that each refusal is of. */
const refusedBy = new WeakMap<object, Counter>()

/** One counter for each use of a budget, so that all runs that share it know its refusals. */
const shared = new WeakMap<Budget, Map<string, Counter>>()

function toCounters(limits: Readonly<Record<string, Limit | undefined>>): Counter[] {
  const counters: Counter[] = []
  for (const [key, limit] of Object.entries(limits)) {
    if (limit !== undefined && limit !== Number.POSITIVE_INFINITY) {
      counters.push(toCounter(key, limit))
    }
  }
  return counters
}

function toCounter(key: string, limit: Limit): Counter {
  if (typeof limit === 'number') return { key, count: new OwnCount(limit), isShared: false }
  const counters = shared.get(limit) ?? new Map<string, Counter>()
  shared.set(limit, counters)
  const counter = counters.get(key) ?? { key, count: limit, isShared: true }
  counters.set(key, counter)
  return counter
}

/** Returns the reason with which work is cancelled because a budget is spent. */
export const budgetReason = (error: BudgetExceededError): CancelReason => {
  const { budgetKey, limit, spent, reason } = error
  const message = `the budget "${budgetKey}" is exceeded: ${reason}`
  return { kind: 'budget', message, budgetKey, limit, spent }
}
