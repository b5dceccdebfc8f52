import type { Usage } from '../model/usage.ts'
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

/** Returns the cost of a usage, in US dollars. */
export function costOf(
  { promptTokens, completionTokens, cachedTokens = 0, cacheWriteTokens = 0 }: Usage,
  rate: Rate,
): number {
  const { prompt, completion, cached = prompt, cacheWrite = prompt * 1.25 } = rate
  const fresh = promptTokens - cachedTokens - cacheWriteTokens
  const input = fresh * prompt + cachedTokens * cached + cacheWriteTokens * cacheWrite
  return (input + completionTokens * completion) / 1e6
}

/** Returns the text that tells that a limit of money does not count a model. */
export const unknownRate = (modelId: string): string =>
  `The cost of "${modelId}" is not counted, so no limit of money stops it: \`rates\` has no "${modelId}". Give its price: rates: { "${modelId}": { prompt, completion } }, in US dollars per million tokens.`
