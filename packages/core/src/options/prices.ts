import type { Price, Prices } from '@ambit/protocol'
import { misuse } from './misuse.ts'
import { checkNumber } from './values.ts'

export type { Price, Prices } from '@ambit/protocol'

/** The prices of a model. Those that are null must be given. */
const parts: Readonly<Record<keyof Price, null | undefined>> = {
  input: null,
  output: null,
  cachedInput: undefined,
  cacheWrite: undefined,
  reasoning: undefined,
}

/**
 * Checks prices. Throws `AgentError` for a price that is not a finite number from 0, and for one
 * with an unknown name.
 */
export function checkPrices(prices: Prices | undefined): void {
  for (const [modelId, price] of Object.entries(prices ?? {})) {
    for (const [key, usd] of Object.entries({ ...parts, ...price })) {
      if (!Object.hasOwn(parts, key)) throw misuse('price', [modelId, key, Object.keys(parts)])
      checkNumber(`\`prices["${modelId}"].${key}\``, usd)
    }
  }
}
