import type { Meter } from '../meter.ts'
import { readUsage } from '../read-usage.ts'
import type { Price } from '@ambit/protocol'

/** The tokens of one attempt, as they are charged. */
export interface Spent extends TokenCount {
  modelId: string | undefined
  /** True if the provider did not count all of them. */
  isEstimated: boolean
}

/** One request to a provider that may be billed, as `ledger` receives it. Frozen. */
export interface LedgerRow extends Readonly<Spent> {
  /** The time of the end, in milliseconds since the Unix epoch. */
  readonly at: number
  /** The id that `authorize` returned. */
  readonly subject: string
  /** The cost in US dollars. Undefined without a price of the model. */
  readonly costUsd?: number | undefined
}

/** The tokens that a model is taken to write in a second where the proxy cannot see it. */
const hiddenPerSecond = 100

/**
 * Returns what each attempt is charged. A whole answer counts as the provider counted it. What it
 * did not count is estimated: the prompt from the request, the answer from what was streamed.
 *
 * An answer without its end counts at least what the model may have written in the time, up to the
 * longest answer. So hidden reasoning is not free for a client that leaves.
 */
export function spentBy(meter: Meter, reserved: TokenCount): Spent[] {
  readUsage(meter)
  return meter.attempts.map(({ modelId, askedAt, failedAt }) => {
    const seconds = ((failedAt ?? performance.now()) - askedAt) / 1000
    const hidden = Math.min(reserved.outputTokens, Math.ceil(seconds * hiddenPerSecond))
    if (failedAt !== undefined) {
      const { inputTokens } = reserved
      return { modelId, inputTokens, outputTokens: hidden, isEstimated: true }
    }
    const streamed = Math.ceil(meter.streamedTokens)
    const { isAnswered } = meter
    const inputTokens = meter.inputTokens ?? reserved.inputTokens
    const outputTokens = isAnswered
      ? (meter.outputTokens ?? streamed)
      : Math.max(meter.outputTokens ?? 0, streamed, hidden)
    // No part is larger than its whole, or a wrong report would make a cost below 0.
    const cached = partOf(meter.cachedInputTokens, inputTokens)
    return {
      modelId,
      inputTokens,
      outputTokens,
      cachedInputTokens: cached,
      cacheWriteTokens: partOf(meter.cacheWriteTokens, inputTokens - (cached ?? 0)),
      reasoningTokens: partOf(meter.reasoningTokens, outputTokens),
      isEstimated:
        meter.inputTokens === undefined ||
        !isAnswered ||
        (meter.outputTokens === undefined && streamed > 0),
    }
  })
}

const partOf = (part: number | undefined, whole: number): number | undefined =>
  part && Math.min(part, whole)

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
  const read = tokens.cachedInputTokens ?? 0
  const written = tokens.cacheWriteTokens ?? 0
  const thought = tokens.reasoningTokens ?? 0
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
