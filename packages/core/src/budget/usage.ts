import type { LanguageModelV4Usage } from '@ai-sdk/provider'

/** A sum of decimals without the noise of binary fractions, to nine places. */
export const exact = (amount: number): number => Math.round(amount * 1e9) / 1e9

/** What model calls consumed, in tokens. */
export interface Usage {
  promptTokens: number
  completionTokens: number
  /** Always `promptTokens + completionTokens`. */
  totalTokens: number
  /** Part of `completionTokens`. */
  reasoningTokens?: number | undefined
  /** Part of `promptTokens` that came from the provider's cache. */
  cachedTokens?: number | undefined
  audioInputTokens?: number | undefined
  audioOutputTokens?: number | undefined
  /** The provider's raw object of the latest call, untouched. */
  providerMetrics?: unknown
}

/** What model calls used, and what that cost. */
export interface UsageTotal {
  readonly usage: Usage
  /** USD; absent where `rates` knew none of the models. */
  readonly costUsd?: number | undefined
}

export const noUsage: Usage = Object.freeze({
  promptTokens: 0,
  completionTokens: 0,
  totalTokens: 0,
})

/** The sum of two usages; `providerMetrics` is the later one's. */
export function addUsage(a: Usage, b: Usage): Usage {
  const sum = { ...a, ...b }
  for (const key of counts) {
    if (sum[key] !== undefined) sum[key] = (a[key] ?? 0) + (b[key] ?? 0)
  }
  return Object.freeze(sum)
}

/** A total with one more model call in it. */
export const addCall = (
  total: UsageTotal,
  usage: Usage,
  costUsd: number | undefined,
): UsageTotal => ({
  usage: addUsage(total.usage, usage),
  costUsd: costUsd === undefined ? total.costUsd : exact((total.costUsd ?? 0) + costUsd),
})

const counts = [
  'promptTokens',
  'completionTokens',
  'totalTokens',
  'reasoningTokens',
  'cachedTokens',
  'audioInputTokens',
  'audioOutputTokens',
] as const satisfies (keyof Usage)[]

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
