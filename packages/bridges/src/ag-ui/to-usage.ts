import type { LanguageModelV4Usage } from '@ai-sdk/provider'

/** Adds up the usage of a run, which has an entry for each model. */
export function toUsage(usage: unknown): LanguageModelV4Usage {
  const entries = (Array.isArray(usage) ? usage : []) as Record<string, unknown>[]
  const sum = (name: string): number | undefined => {
    const counts = entries.map((entry) => entry[name]).filter((count) => typeof count === 'number')
    return counts.length > 0 ? counts.reduce((total, count) => total + count, 0) : undefined
  }
  const total = sum('outputTokens')
  const reasoning = sum('reasoningTokens')
  return {
    inputTokens: {
      total: sum('inputTokens'),
      noCache: undefined,
      cacheRead: sum('cachedInputTokens'),
      cacheWrite: sum('cacheWriteInputTokens'),
    },
    outputTokens: { total, text: undefined, reasoning },
  }
}
