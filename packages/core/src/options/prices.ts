import type { Price, Prices } from '@ambit/protocol'
import { checkOptions } from './check-names.ts'
import type { OptionNames } from './names.ts'
import { checkNumber } from './values.ts'

export type { Price, Prices } from '@ambit/protocol'

const parts: OptionNames<Price> = {
  input: '',
  output: '',
  cachedInput: '',
  cacheWrite: '',
  reasoning: '',
}

/** The prices that must be given. */
const needed: Readonly<Record<string, unknown>> = { input: null, output: null }

/**
 * Checks prices. Throws `AgentError` for a price that is not a finite number from 0, and for one
 * with an unknown name.
 */
export function checkPrices(prices: Prices | undefined): void {
  for (const [modelId, price] of Object.entries(prices ?? {})) {
    const owner = `prices["${modelId}"]`
    checkOptions(`\`${owner}\``, price, parts)
    for (const [key, usd] of Object.entries({ ...needed, ...price })) {
      checkNumber(`\`${owner}.${key}\``, usd)
    }
  }
}
