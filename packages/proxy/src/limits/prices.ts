import type { Price } from '@ambit/protocol'

/** The tokens of calls. */
export interface TokenCount {
  /** The tokens of the prompt, those of a cache included. */
  inputTokens: number
  /** The tokens of the answer, reasoning included. */
  outputTokens: number
  /** The part of `inputTokens` that the provider read from its cache. */
  cachedInputTokens?: number | undefined
  /** The part of `inputTokens` that the provider wrote to its cache. */
  cacheWriteTokens?: number | undefined
  /** The part of `outputTokens` that was reasoning. */
  reasoningTokens?: number | undefined
}

/** The price of a token that is written to a cache, in those of a token of the prompt. */
const writeFactor = 1.25

/** Returns the cost in millionths of a US dollar, not rounded. */
export function costOf(price: Price, tokens: TokenCount): number {
  const { inputTokens, outputTokens } = tokens
  const { input, output, cachedInput = input, reasoning = output } = price
  const { cacheWrite = input * writeFactor } = price
  // No part is larger than its whole, or a wrong report would make a cost below 0.
  const read = Math.min(tokens.cachedInputTokens ?? 0, inputTokens)
  const written = Math.min(tokens.cacheWriteTokens ?? 0, inputTokens - read)
  const thought = Math.min(tokens.reasoningTokens ?? 0, outputTokens)
  return (
    (inputTokens - read - written) * input +
    read * cachedInput +
    written * cacheWrite +
    (outputTokens - thought) * output +
    thought * reasoning
  )
}

/** Returns the most that tokens may cost, in millionths of a US dollar, whatever their kind. */
export const mostOf = (
  { input, output, cacheWrite = input * writeFactor, cachedInput = 0, reasoning = 0 }: Price,
  { inputTokens, outputTokens }: TokenCount,
): number =>
  inputTokens * Math.max(input, cacheWrite, cachedInput) +
  outputTokens * Math.max(output, reasoning)
