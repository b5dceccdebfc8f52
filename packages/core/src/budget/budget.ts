import { checkNumber } from '../options/check-values.ts'
import { type Usage, exact } from './usage.ts'
import { BudgetExceededError } from '../errors/run-errors.ts'

/** What a model costs, in US dollars per million tokens. */
export interface Rate {
  readonly prompt: number
  readonly completion: number
  /** For prompt tokens that came from the provider's cache. Default: as `prompt`. */
  readonly cached?: number | undefined
}

/** Rates by model id. */
export type Rates = Readonly<Record<string, Rate>>

/** Throws `AgentError` for a rate that is no number from 0. */
export function checkRates(rates: Rates | undefined): void {
  for (const [modelId, rate] of Object.entries(rates ?? {})) {
    for (const [key, usd] of Object.entries(rate)) {
      checkNumber(`\`rates["${modelId}"].${key}\``, usd as number | undefined)
    }
  }
}

/** What a usage costs, in US dollars. */
export function costOf(
  { promptTokens, completionTokens, cachedTokens = 0 }: Usage,
  rate: Rate,
): number {
  const { prompt, completion, cached = prompt } = rate
  const fresh = promptTokens - cachedTokens
  return (fresh * prompt + cachedTokens * cached + completionTokens * completion) / 1e6
}

/** An amount that may be spent, by whoever it is installed on: give one to several runs and they share it. */
export class Budget {
  readonly name: string
  readonly limit: number
  readonly unit: string
  #spent = 0

  constructor(name: string, limit: number, unit: string) {
    checkNumber(`The limit of "${name}"`, limit)
    this.name = name
    this.limit = limit
    this.unit = unit
  }

  /** What was spent so far. Sums of decimals are exact to nine places: 0.1 + 0.2 is 0.3. */
  get spent(): number {
    return this.#spent
  }

  /** Throws `BudgetExceededError` when `amount` more would pass the limit; with `reached` also when nothing is left. */
  check(amount: number, reached = false): void {
    const spent = exact(this.#spent + amount)
    if (spent > this.limit || (reached && this.#spent >= this.limit)) {
      const { name: budgetKey, limit, unit } = this
      throw new BudgetExceededError({ budgetKey, limit, spent, attempted: amount, unit })
    }
  }

  /** Adds to what was spent, even past the limit: for what is known only afterwards. */
  record(amount: number): void {
    this.#spent = exact(this.#spent + amount)
  }
}

/**
 * A budget of your own, charged by the tools whose `charges` name it, and by `tokens` and `costUsd` when it is called that.
 *
 * Throws `AgentError` when `limit` is no finite number from 0.
 */
export const createBudget = (
  name: string,
  { limit, unit }: { limit: number; unit?: string | undefined },
): Budget => new Budget(name, limit, unit ?? name)
