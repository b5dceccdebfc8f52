import { BudgetExceededError } from '../errors/limit-errors.ts'
import { Budget } from '../budget/budget.ts'
import type { Limits } from '../options/limits.ts'

/** The budgets a run is under: its own limits, those installed on it, and those of the run it stands in. */
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

  /** Whether a budget counts this. */
  counts(key: string): boolean {
    return this.#budgets.some(({ name }) => name === key)
  }

  /** Takes all of the charges or, throwing `BudgetExceededError`, none. A key without a budget never trips. */
  charge(charges: Readonly<Record<string, number>>): void {
    if (this.#budgets.length === 0) return
    for (const budget of this.#budgets) {
      const amount = charges[budget.name]
      if (amount !== undefined) budget.check(amount)
    }
    this.#record(charges)
  }

  /** Takes what a model call turned out to have used. */
  recordModelCall(used: { tokens: number; costUsd: number }): void {
    this.#record(used)
    this.#lastCall = used
  }

  /** Takes what the run had used before its page was loaded again. */
  restore(used: Readonly<Record<string, number>>): void {
    this.#record(used)
  }

  /** Throws `BudgetExceededError` when the last model call used more than there was. */
  requireWithin(): void {
    for (const { name: budgetKey, limit, spent, unit } of this.#modelBudgets()) {
      const attempted = this.#lastCall[budgetKey as 'tokens' | 'costUsd']
      if (spent > limit) throw new BudgetExceededError({ budgetKey, limit, spent, attempted, unit })
    }
  }

  /** Throws `BudgetExceededError` when a model call could not even send `expected`, or nothing is left. */
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
