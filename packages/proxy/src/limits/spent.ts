import type { Meter } from '../meter.ts'
import type { TokenCount } from './prices.ts'

/** The tokens of one attempt, as they are charged. */
export interface Spent extends TokenCount {
  modelId: string | undefined
  /** True if the provider did not count all of them. */
  isEstimated: boolean
}

/** The tokens that a model is taken to write in a second where the proxy cannot see it. */
const hiddenPerSecond = 100

/**
 * Returns what each attempt is charged. A whole answer counts as the provider counted it. What it
 * did not count is estimated: the prompt from the request, the answer from what was streamed.
 *
 * An answer that did not come to its end counts at least the tokens that the model may have written
 * in the time, up to the longest answer. So hidden reasoning is not free for a client that leaves.
 */
export const spentBy = (meter: Meter, reserved: TokenCount): Spent[] =>
  meter.attempts.map(({ modelId, askedAt, failedAt }) => {
    const seconds = ((failedAt ?? performance.now()) - askedAt) / 1000
    const hidden = Math.min(reserved.outputTokens, Math.ceil(seconds * hiddenPerSecond))
    if (failedAt !== undefined) {
      const { inputTokens } = reserved
      return { modelId, inputTokens, outputTokens: hidden, isEstimated: true }
    }
    const streamed = Math.ceil(meter.streamedTokens)
    const { inputTokens, outputTokens, isAnswered } = meter
    const { cachedInputTokens, cacheWriteTokens, reasoningTokens } = meter
    return {
      modelId,
      inputTokens: inputTokens ?? reserved.inputTokens,
      outputTokens: isAnswered
        ? (outputTokens ?? streamed)
        : Math.max(outputTokens ?? 0, streamed, hidden),
      cachedInputTokens,
      cacheWriteTokens,
      reasoningTokens,
      isEstimated:
        inputTokens === undefined || !isAnswered || (outputTokens === undefined && streamed > 0),
    }
  })
