import type { LanguageModelV4Usage } from '@ai-sdk/provider'
import type { Usage } from '../budget/usage.ts'

/**
 * Converts the usage of one call as the provider reported it. Returns undefined if the provider
 * reported none.
 */
export function toUsage(reported: LanguageModelV4Usage | undefined): Usage | undefined {
  const { inputTokens, outputTokens, raw: providerMetrics } = reported ?? {}
  const { total: promptTokens = 0, cacheRead: cachedTokens } = inputTokens ?? {}
  const { total: completionTokens = 0, reasoning: reasoningTokens } = outputTokens ?? {}
  if (inputTokens?.total === undefined && outputTokens?.total === undefined) return undefined
  return {
    promptTokens,
    completionTokens,
    totalTokens: promptTokens + completionTokens,
    ...(reasoningTokens !== undefined && { reasoningTokens }),
    ...(cachedTokens !== undefined && { cachedTokens }),
    ...(providerMetrics !== undefined && { providerMetrics }),
  }
}

/** Estimates the tokens of text that no provider counted: four characters a token, rounded up. */
export const estimateTokens = (characters: number): number => Math.ceil(characters / 4)
