import { checkNumber } from './values.ts'

/** The price of a model, in US dollars per million tokens. */
export interface Price {
  readonly input: number
  readonly output: number
  /** The price of prompt tokens that came from the provider's cache. Default: `input`. */
  readonly cachedInput?: number | undefined
  /**
   * The price of prompt tokens that are written to the provider's cache. Default: a quarter more
   * than `input`, as Anthropic charges. Other providers report no such tokens.
   */
  readonly cacheWrite?: number | undefined
  /** The price of reasoning tokens. Default: `output`. */
  readonly reasoning?: number | undefined
}

/** The prices by model id. */
export type Prices = Readonly<Record<string, Price>>

/** Checks prices. Throws `AgentError` for a price that is not a finite number from 0. */
export function checkPrices(prices: Prices | undefined): void {
  for (const [modelId, price] of Object.entries(prices ?? {})) {
    const needed = { input: null, output: null }
    for (const [key, usd] of Object.entries({ ...needed, ...price })) {
      checkNumber(`\`prices["${modelId}"].${key}\``, usd)
    }
  }
}
