import type { LanguageModelV4Usage } from '@ai-sdk/provider'
import type { Usage } from './usage.ts'

/** The usage of one call as the provider reported it, or undefined when it reported none. */
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

/** A rough count for text no provider counted: four characters a token, rounded up. */
export const estimateTokens = (characters: number): number => Math.ceil(characters / 4)
