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

/**
 * Returns a count of tokens that a provider reported. Returns undefined if it is not a number
 * above 0, which is not a report.
 */
export const toCount = (reported: unknown): number | undefined =>
  typeof reported === 'number' && Number.isFinite(reported) && reported > 0 ? reported : undefined
