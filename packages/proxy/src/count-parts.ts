import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { Meter } from './meter.ts'

/**
 * Returns a function that adds the parts of one answer to a meter, in their order.
 *
 * @param estimate Estimates the tokens of a value.
 */
export function countParts(
  meter: Meter,
  estimate: (value: unknown) => number = () => 1,
): (part: LanguageModelV4StreamPart) => void {
  /** The ids of the calls whose input came in pieces. */
  const streamed = new Set<string>()
  return (part) => {
    if ('delta' in part) meter.streamedTokens += estimate(part.delta)
    switch (part.type) {
      case 'response-metadata':
        meter.responseModel = part.modelId
        break
      case 'tool-input-delta':
        streamed.add(part.id)
        break
      case 'tool-call':
        if (!streamed.has(part.toolCallId)) meter.streamedTokens += estimate(part.input)
        break
      case 'file':
      case 'reasoning-file':
        // A picture that a model makes costs as much at any size.
        meter.streamedTokens += Math.max(2000, estimate(part))
        break
      case 'finish':
        meter.usage = part.usage
        meter.isAnswered = part.finishReason?.unified !== 'error'
        break
      default:
        break
    }
  }
}
