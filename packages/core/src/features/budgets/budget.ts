import { AgentError } from '../../errors/agent-error.ts'
import { BudgetExceededError } from '../../errors/errors.ts'
import { exact } from '../../model/usage.ts'
import type { Ledger, LedgerRow } from '../../options.ts'
import { checkNumber, inWords } from '../../options/values.ts'

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
      throw new AgentError(
        `The name of a budget is ${name === '' ? 'empty' : inWords(name)}, so no charge could be its. Give a text.`,
      )
    }
    if (limit === undefined) {
      throw new AgentError(
        `The budget "${name}" has no limit, so it would allow everything. Give createBudget('${name}', { limit }).`,
      )
    }
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

  /** Tells if an error is a refusal of this budget. */
  refused(error: unknown): boolean {
    return typeof error === 'object' && error !== null && this.#refusals.has(error)
  }

  /** Adds to the spent amount, also past the limit: some amounts are known only afterwards. */
  record(amount: number): void {
    this.#spent = exact(this.#spent + amount)
  }
}

/**
 * Creates your own budget. Tools whose `charges` name it are charged to it. A budget with the name
 * `tokens` or `costUsd` also counts model calls, and the `tokens` and `costUsd` of tools.
 *
 * `unit` defaults to the name. Throws `AgentError` for a `name` that is no text or empty, and for a
 * `limit` that is not a finite number from 0.
 */
export const createBudget = (
  name: string,
  options: { limit: number; unit?: string | undefined },
): Budget => {
  const { limit, unit = name } = options ?? {}
  return new Budget(name, limit, unit, true)
}

/**
 * Creates a ledger in memory. `rows` is in order. Past `maxRows` (default 10,000) the oldest rows
 * are removed.
 */
export function memoryLedger({
  maxRows = 10_000,
}: { maxRows?: number | undefined } = {}): Ledger & {
  readonly rows: readonly LedgerRow[]
} {
  const rows: LedgerRow[] = []
  return {
    rows,
    append: (row) => {
      rows.push(row)
      if (rows.length > maxRows) rows.shift()
    },
  }
}
