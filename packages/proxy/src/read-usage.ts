import type { Meter } from './meter.ts'
import type { LanguageModelV4Usage } from '@ai-sdk/provider'

/** Reads the usage that a model of the AI SDK reported, if it did, into the counts of the meter. */
export function readUsage(meter: Meter): void {
  if (!meter.usage) return
  // A model outside the AI SDK may leave out what its type demands.
  const { inputTokens: input, outputTokens: output } = meter.usage as Partial<LanguageModelV4Usage>
  meter.inputTokens = toCount(input?.total)
  meter.cachedInputTokens = toCount(input?.cacheRead)
  meter.cacheWriteTokens = toCount(input?.cacheWrite)
  meter.reasoningTokens = toCount(output?.reasoning)
  // Some servers leave reasoning out of the tokens of the answer.
  const total = toCount(output?.total)
  meter.outputTokens = total && Math.max(total, meter.reasoningTokens ?? 0)
}

/** The most tokens that any answer can be about. */
const maxTokens = 1e8

/**
 * Returns a count of tokens that a provider reported. Returns undefined if it is not a number above
 * 0, or is above 100 million. That is not a report: it would use up every budget of a user.
 */
export const toCount = (reported: unknown): number | undefined =>
  typeof reported === 'number' && reported > 0 && reported <= maxTokens ? reported : undefined
