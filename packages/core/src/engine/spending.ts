import { Budget } from '../budget/budget.ts'
import type { Limits } from '../options/limits.ts'

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

  /** Tells if a budget counts this key. */
  counts(key: string): boolean {
    return this.#budgets.some(({ name }) => name === key)
  }

  /** Tells if an error is the refusal of one of these budgets. */
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
