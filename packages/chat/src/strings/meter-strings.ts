import { soonOf } from '../units.ts'

const numberOf = (count: number): string => new Intl.NumberFormat('en').format(count)

const dollars = (usd: number, maximumFractionDigits: number): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumFractionDigits }).format(
    usd,
  )

export const englishMeter = {
  /** The usage in tokens, the percentage of the prompts that a cache held, and the cost in USD. */
  tokens: (count: number): string => `${numberOf(count)} ${count === 1 ? 'token' : 'tokens'}`,
  cached: (percent: number): string => `${percent} % from the cache`,
  cost: (usd: number): string => dollars(usd, 4),
  /** The rest of the user's limit, in US dollars or in tokens, and the most that there is. */
  moneyLeft: (left: number, max: number): string =>
    `${dollars(left, 2)} of ${dollars(max, 2)} left`,
  tokensLeft: (left: number, max: number): string =>
    `${numberOf(left)} of ${numberOf(max)} tokens left`,
  /**
   * The same text with the time when all of it is there again, in milliseconds since the Unix
   * epoch.
   */
  leftUntil: (left: string, at: number): string => `${left} until ${soonOf(at)}`,
  /** The name of the list from which the user chooses the model. */
  model: 'Model',
}

/** The texts of the line under the field. */
export type MeterStrings = Readonly<typeof englishMeter>
