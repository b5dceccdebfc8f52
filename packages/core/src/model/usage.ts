/** The tokens that model calls used. */
export interface Usage {
  promptTokens: number
  completionTokens: number
  /** The sum `promptTokens + completionTokens`. */
  totalTokens: number
  /** The reasoning tokens, which are part of `completionTokens`. */
  reasoningTokens?: number | undefined
  /** The prompt tokens that came from the provider's cache. They are part of `promptTokens`. */
  cachedTokens?: number | undefined
  /** The prompt tokens that were written to the provider's cache, part of `promptTokens`. */
  cacheWriteTokens?: number | undefined
  audioInputTokens?: number | undefined
  audioOutputTokens?: number | undefined
  /** The provider's own usage object of the latest call, unchanged. */
  providerMetrics?: unknown
}

/** The usage of model calls, and its cost. */
export interface UsageTotal {
  readonly usage: Usage
  /** The cost in US dollars. Absent if `prices` has none of the models. */
  readonly costUsd?: number | undefined
}

export const noUsage: Usage = Object.freeze({
  promptTokens: 0,
  completionTokens: 0,
  totalTokens: 0,
})
