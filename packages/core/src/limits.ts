import type { CancelReason } from './cancellation.ts'
import { BudgetExceededError } from './errors/limit-errors.ts'
import { exact } from './model/cost.ts'
import type { Limits } from './options/check.ts'
import { misuse } from './options/misuse.ts'
import { checkNumber } from './options/values.ts'

/** An amount that may be spent. Several runs that are given the same budget share it. */
export class Budget {
  readonly name: string
  readonly limit: number
  readonly unit: string
  /** True if it is one of `createBudget`, so that it outlives a run. */
  readonly isShared: boolean
  #spent = 0
  readonly #refusals = new WeakSet<object>()

  constructor(name: string, limit: number, unit: string, isShared: boolean = false) {
    if (typeof name !== 'string' || name === '') {
      throw misuse('budgetName', [name])
    }
    if (limit === undefined) throw misuse('budgetLimit', [name])
    checkNumber(`The limit of "${name}"`, limit)
    this.name = name
    this.limit = limit
    this.unit = unit
    this.isShared = isShared
  }

  /** The amount spent so far. Sums of decimals are exact to nine places: 0.1 + 0.2 is 0.3. */
  get spent(): number {
    return this.#spent
  }

  /**
   * Throws `BudgetExceededError` if `amount` more would exceed the limit. With `reached`, also
   * throws if nothing is left.
   */
  check(amount: number, reached = false): void {
    const spent = exact(this.#spent + amount)
    if (spent > this.limit || (reached && this.#spent >= this.limit)) {
      throw this.refuse(spent, amount)
    }
  }

  /** Returns the error of an amount that would make `spent`. */
  refuse(spent: number, attempted: number): BudgetExceededError {
    const { name: budgetKey, limit, unit, isShared } = this
    const excess = { budgetKey, limit, spent, attempted, unit, isShared }
    const error = new BudgetExceededError(excess)
    this.#refusals.add(error)
    return error
  }

  /** Whether an error is a refusal of this budget. */
  refused(error: unknown): boolean {
    return typeof error === 'object' && error !== null && this.#refusals.has(error)
  }

  /** Adds to the spent amount, also past the limit: some amounts are known only afterwards. */
  record(amount: number): void {
    this.#spent = exact(this.#spent + amount)
  }
}

/**
 * The budgets of a run: its own limits, the budgets installed on it, and the budgets of the run
 * around it.
 */
export class Spending {
  readonly #budgets: readonly Budget[]
  #lastCall = { tokens: 0, costUsd: 0 }

  constructor(limits: Limits, installed: readonly Budget[], parent?: Spending) {
    const { toolCalls = Infinity, tokens = Infinity, costUsd = Infinity } = limits
    const own = [
      ...(toolCalls < Infinity ? [new Budget('toolCalls', toolCalls, 'calls')] : []),
      ...(tokens < Infinity ? [new Budget('tokens', tokens, 'tokens')] : []),
      ...(costUsd < Infinity ? [new Budget('costUsd', costUsd, 'USD')] : []),
    ]
    this.#budgets = [...new Set([...own, ...installed, ...(parent ? parent.#budgets : [])])]
  }

  /** Whether a budget counts this key. */
  counts(key: string): boolean {
    return this.#budgets.some(({ name }) => name === key)
  }

  /** Whether an error is the refusal of one of these budgets. */
  refused(error: unknown): boolean {
    return this.#budgets.some((budget) => budget.refused(error))
  }

  /**
   * Charges all amounts, or throws `BudgetExceededError` and charges none. A key without a budget
   * has no limit.
   */
  charge(charges: Readonly<Record<string, number>>): void {
    if (this.#budgets.length === 0) return
    for (const budget of this.#budgets) {
      const amount = charges[budget.name]
      if (amount !== undefined) budget.check(amount)
    }
    this.#record(charges)
  }

  /** Records what a model call has used. */
  recordModelCall(used: { tokens: number; costUsd: number }): void {
    this.#record(used)
    this.#lastCall = used
  }

  /** Records what the run had used before its page was loaded again. */
  restore(used: Readonly<Record<string, number>>): void {
    this.#record(used)
  }

  /** Throws `BudgetExceededError` if a budget of tokens or costs is overspent. */
  requireWithin(): void {
    for (const budget of this.#modelBudgets()) {
      if (budget.spent <= budget.limit) continue
      const attempted = this.#lastCall[budget.name as 'tokens' | 'costUsd']
      throw budget.refuse(budget.spent, attempted)
    }
  }

  /**
   * Throws `BudgetExceededError` if a budget of tokens or costs has nothing left, or less than
   * `expected`.
   */
  admitModelCall(expected: { tokens: number; costUsd: number }): void {
    for (const budget of this.#modelBudgets()) {
      budget.check(expected[budget.name as 'tokens' | 'costUsd'], true)
    }
  }

  #record(amounts: Readonly<Record<string, number>>): void {
    for (const budget of this.#budgets) {
      const amount = amounts[budget.name]
      if (amount !== undefined) budget.record(amount)
    }
  }

  #modelBudgets(): Budget[] {
    return this.#budgets.filter(({ name }) => name === 'tokens' || name === 'costUsd')
  }
}

/** Returns the reason with which work is cancelled because a budget is spent. */
export const budgetReason = (error: BudgetExceededError): CancelReason => {
  const { budgetKey, limit, spent, reason } = error
  const message = `the budget "${budgetKey}" is exceeded: ${reason}`
  return { kind: 'budget', message, budgetKey, limit, spent }
}
