import type { LanguageModelV4Usage } from '@ai-sdk/provider'

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

export const noUsage: Usage = Object.freeze({
  promptTokens: 0,
  completionTokens: 0,
  totalTokens: 0,
})

/** The usage of one call as the provider reported it, or undefined when it reported none. */
export function toUsage(reported: LanguageModelV4Usage | undefined): Usage | undefined {
  const prompt = reported?.inputTokens?.total
  const completion = reported?.outputTokens?.total
  if (prompt === undefined && completion === undefined) return undefined
  return compact({
    promptTokens: prompt ?? 0,
    completionTokens: completion ?? 0,
    totalTokens: (prompt ?? 0) + (completion ?? 0),
    reasoningTokens: reported?.outputTokens.reasoning,
    cachedTokens: reported?.inputTokens.cacheRead,
    providerMetrics: reported?.raw,
  })
}

/** The sum of two usages; `providerMetrics` is the later one's. */
export function addUsage(a: Usage, b: Usage): Usage {
  return compact({
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    totalTokens: a.totalTokens + b.totalTokens,
    reasoningTokens: sum(a.reasoningTokens, b.reasoningTokens),
    cachedTokens: sum(a.cachedTokens, b.cachedTokens),
    audioInputTokens: sum(a.audioInputTokens, b.audioInputTokens),
    audioOutputTokens: sum(a.audioOutputTokens, b.audioOutputTokens),
    providerMetrics: b.providerMetrics ?? a.providerMetrics,
  })
}

/** A rough count for text no provider counted: four characters a token, rounded up. */
export const estimateTokens = (characters: number): number => Math.ceil(characters / 4)

const sum = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined ? b : a + (b ?? 0)

function compact(usage: Usage): Usage {
  for (const key of Object.keys(usage) as (keyof Usage)[]) {
    if (usage[key] === undefined) delete usage[key]
  }
  return usage
}
