import type { ModelCall } from '@ambit/protocol'

/** The longest answer of the models to which the AI SDK gives a budget for thinking, in tokens. */
const longestAnswer = 64_000

/** The share of it that each kind of reasoning may use, as the AI SDK sets it. */
const shares: Readonly<Record<string, number>> = {
  minimal: 0.02,
  low: 0.1,
  medium: 0.3,
  high: 0.6,
  xhigh: 0.9,
  max: 0.95,
}

/**
 * Returns the tokens that a call may use for thinking, beyond its `maxOutputTokens`. The AI SDK's
 * provider of Anthropic adds them to the limit. Others count thinking as a part of the answer.
 */
export function thinkingOf(options: ModelCall['options'], modelId: string): number {
  const thinking: unknown = options.providerOptions?.['anthropic']?.['thinking']
  const budget: unknown = Object(thinking).budgetTokens
  if (typeof budget === 'number') return budget
  const share = /claude|anthropic/i.test(modelId) ? shares[options.reasoning ?? ''] : undefined
  return Math.ceil((share ?? 0) * longestAnswer)
}
