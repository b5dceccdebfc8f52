/** A price in US dollars per million tokens. */
export interface Price {
  input: number
  /** The price of the answer, reasoning included. */
  output: number
  /** The price of a prompt's tokens that the provider read from its cache. Default: `input`. */
  cachedInput?: number | undefined
  /**
   * The price of a prompt's tokens that the provider wrote to its cache. Default: a quarter more
   * than `input`, as Anthropic charges.
   */
  cacheWrite?: number | undefined
  /** The price of reasoning, where it is not that of the answer. Default: `output`. */
  reasoning?: number | undefined
}

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

/** The prices by model id. */
export type Prices = Readonly<Record<string, Price>>

/** Checks prices. Throws `TypeError` for one that is not a number from 0. */
export function checkPrices(prices: Prices): void {
  for (const [modelId, price] of Object.entries(prices)) {
    for (const name of ['input', 'output', 'cachedInput', 'cacheWrite', 'reasoning'] as const) {
      const usd = price[name]
      const isNeeded = name === 'input' || name === 'output'
      if (usd === undefined ? !isNeeded : Number.isFinite(usd) && usd >= 0) continue
      throw new TypeError(
        `limits: \`prices["${modelId}"].${name}\` is ${usd}. Give US dollars per million tokens, from 0.`,
      )
    }
  }
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
