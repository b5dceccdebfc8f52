import type { Prices } from '@ambit/protocol'
import { checkNumber } from './values.ts'

export type { Price, Prices } from '@ambit/protocol'

/** Checks prices. Throws `AgentError` for a price that is not a finite number from 0. */
export function checkPrices(prices: Prices | undefined): void {
  for (const [modelId, price] of Object.entries(prices ?? {})) {
    const needed = { input: null, output: null }
    for (const [key, usd] of Object.entries({ ...needed, ...price })) {
      checkNumber(`\`prices["${modelId}"].${key}\``, usd)
    }
  }
}
