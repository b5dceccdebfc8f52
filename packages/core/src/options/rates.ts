import { checkNumber } from './values.ts'

/** The price of a model, in US dollars per million tokens. */
export interface Rate {
  readonly prompt: number
  readonly completion: number
  /** The price of prompt tokens that came from the provider's cache. Default: `prompt`. */
  readonly cached?: number | undefined
  /**
   * The price of prompt tokens that are written to the provider's cache. Default: a quarter more
   * than `prompt`, as Anthropic charges. Other providers report no such tokens.
   */
  readonly cacheWrite?: number | undefined
}

/** The rates by model id. */
export type Rates = Readonly<Record<string, Rate>>

/** Checks rates. Throws `AgentError` for a rate that is not a finite number from 0. */
export function checkRates(rates: Rates | undefined): void {
  for (const [modelId, rate] of Object.entries(rates ?? {})) {
    const needed = { prompt: null, completion: null }
    for (const [key, usd] of Object.entries({ ...needed, ...rate })) {
      checkNumber(`\`rates["${modelId}"].${key}\``, usd)
    }
  }
}
