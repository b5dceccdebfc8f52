import type { LanguageModelV4Usage } from '@ai-sdk/provider'
import type { Usage } from '../budget/usage.ts'

/**
 * Converts the usage of one call as the provider reported it. A count that is not a number above 0
 * was not reported, and is 0 here. Returns undefined if the provider reported nothing.
 */
export function toUsage(reported: LanguageModelV4Usage | undefined): Usage | undefined {
  const { inputTokens: input, outputTokens: output, raw: providerMetrics } = reported ?? {}
  const promptTokens =
    toCount(input?.total) || sumOf(input?.noCache, input?.cacheRead, input?.cacheWrite)
  const completionTokens = toCount(output?.total) || sumOf(output?.text, output?.reasoning)
  if (promptTokens + completionTokens === 0) return undefined
  const { cacheRead, cacheWrite } = input ?? {}
  const cachedTokens = Math.min(toCount(cacheRead), promptTokens)
  const { reasoning } = output ?? {}
  return {
    promptTokens,
    completionTokens,
    totalTokens: promptTokens + completionTokens,
    ...(isCount(reasoning) && { reasoningTokens: reasoning }),
    // More cached tokens than tokens would be a cost below 0.
    ...(isCount(cacheRead) && { cachedTokens }),
    ...(toCount(cacheWrite) > 0 && {
      cacheWriteTokens: Math.min(toCount(cacheWrite), promptTokens - cachedTokens),
    }),
    ...(providerMetrics !== undefined && { providerMetrics }),
  }
}

const isCount = (value: unknown): value is number => Number.isFinite(value) && Number(value) >= 0

const toCount = (value: unknown): number => (isCount(value) ? value : 0)

const sumOf = (...parts: unknown[]): number =>
  parts.reduce<number>((sum, part) => sum + toCount(part), 0)
