import { dropUndefined } from '../json/json.ts'
import { checkNumber } from '../options/check-values.ts'

const oneCall: Readonly<Record<string, number>> = Object.freeze({ toolCalls: 1 })

/**
 * Returns the amounts that one call is charged, by budget key. Throws `AgentError` if an amount is
 * not a finite number from 0.
 */
export function toCharges(options: {
  tokens?: number | undefined
  costUsd?: number | undefined
  charges?: Readonly<Record<string, number>> | undefined
  toolCalls?: number | undefined
}): Readonly<Record<string, number>> {
  const { tokens, costUsd, toolCalls = 1 } = options
  if (!options.charges && (tokens ?? costUsd) === undefined && toolCalls === 1) return oneCall
  const all = { ...options.charges, toolCalls, tokens, costUsd }
  const charges = dropUndefined(all) as Record<string, number>
  for (const [key, amount] of Object.entries(charges)) checkNumber(`The charge "${key}"`, amount)
  return Object.freeze(charges)
}
