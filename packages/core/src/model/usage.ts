/**
 * Rounds an amount to nine decimal places, which removes the noise of binary fractions from sums.
 */
export const exact = (amount: number): number => Math.round(amount * 1e9) / 1e9

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
  /** The cost in US dollars. Absent if `rates` has none of the models. */
  readonly costUsd?: number | undefined
}

export const noUsage: Usage = Object.freeze({
  promptTokens: 0,
  completionTokens: 0,
  totalTokens: 0,
})

/** Adds two usages. `providerMetrics` is taken from the later one. */
export function addUsage(a: Usage, b: Usage): Usage {
  const sum = { ...a, ...b }
  for (const key of counts) {
    if (sum[key] !== undefined) sum[key] = (a[key] ?? 0) + (b[key] ?? 0)
  }
  return Object.freeze(sum)
}

/** Adds one model call to a total. */
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
  'cacheWriteTokens',
  'audioInputTokens',
  'audioOutputTokens',
] as const satisfies (keyof Usage)[]
