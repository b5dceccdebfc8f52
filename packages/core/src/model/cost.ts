import type { Price } from '../options/prices.ts'
import type { Usage, UsageTotal } from './usage.ts'

/** Returns the cost of a usage, in US dollars. */
export function costOf(
  {
    promptTokens,
    completionTokens,
    cachedTokens = 0,
    cacheWriteTokens = 0,
    reasoningTokens = 0,
  }: Usage,
  price: Price,
): number {
  const {
    input,
    output,
    cachedInput = input,
    cacheWrite = input * 1.25,
    reasoning = output,
  } = price
  const fresh = promptTokens - cachedTokens - cacheWriteTokens
  const read = fresh * input + cachedTokens * cachedInput + cacheWriteTokens * cacheWrite
  const thought = Math.min(reasoningTokens, completionTokens)
  const written = (completionTokens - thought) * output + thought * reasoning
  return (read + written) / 1e6
}

/** Returns the text that tells that a limit of money does not count a model. */
export const unknownPrice = (modelId: string): string =>
  `The cost of "${modelId}" is not counted, so no limit of money stops it: \`prices\` has no "${modelId}". Give prices: { "${modelId}": { input, output } }, in US dollars per million tokens.`

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

/**
 * Rounds an amount to nine decimal places, which removes the noise of binary fractions from sums.
 */
export const exact = (amount: number): number => Math.round(amount * 1e9) / 1e9
