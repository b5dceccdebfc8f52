import { soonOf } from '../units.ts'

const numberOf = (count: number): string => new Intl.NumberFormat('en').format(count)

const dollars = (usd: number, maximumFractionDigits: number): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumFractionDigits }).format(
    usd,
  )

/** The texts of the line under the field. */
export interface MeterStrings {
  /** The usage in tokens, the percentage of the prompts that a cache held, and the cost in USD. */
  readonly tokens: (count: number) => string
  readonly cached: (percent: number) => string
  readonly cost: (usd: number) => string
  /** The rest of the user's limit, in US dollars or in tokens, and the most that there is. */
  readonly moneyLeft: (left: number, max: number) => string
  readonly tokensLeft: (left: number, max: number) => string
  /**
   * The same text with the time when all of it is there again, in milliseconds since the Unix
   * epoch.
   */
  readonly leftUntil: (left: string, at: number) => string
  /** The name of the list from which the user chooses the model. */
  readonly model: string
}

export const englishMeter: MeterStrings = {
  tokens: (count) => `${numberOf(count)} ${count === 1 ? 'token' : 'tokens'}`,
  cached: (percent) => `${percent} % from the cache`,
  cost: (usd) => dollars(usd, 4),
  moneyLeft: (left, max) => `${dollars(left, 2)} of ${dollars(max, 2)} left`,
  tokensLeft: (left, max) => `${numberOf(left)} of ${numberOf(max)} tokens left`,
  leftUntil: (left, at) => `${left} until ${soonOf(at)}`,
  model: 'Model',
}
