import type { AgentOptions } from '../agent-options.ts'
import { unknownRate } from '../budget/rates.ts'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

const hinted = new Set<string>()

/**
 * Warns in the console of a limit or budget of money that stops nothing, because `rates` has no
 * price for the agent's model. Warns in development only, once for each model.
 */
export function hintAtRates({ model, limits, budgets = [], rates = {} }: AgentOptions): void {
  try {
    // Bundlers replace this value, and remove the rest of the function for production.
    if (process.env.NODE_ENV === 'production') return
  } catch {
    // A page without a bundler has no `process`.
    return
  }
  const isLimited = (limits?.costUsd ?? Infinity) < Infinity
  if (!isLimited && !budgets.some(({ name }) => name === 'costUsd')) return
  const { modelId } = model
  if (Object.hasOwn(rates, modelId) || hinted.has(modelId)) return
  hinted.add(modelId)
  console.warn(`[ambit] ${unknownRate(modelId)}`)
}
