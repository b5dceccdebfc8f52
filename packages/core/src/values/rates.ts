import { checkNumber } from './check-number.ts'
import type { Usage } from './usage.ts'

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
