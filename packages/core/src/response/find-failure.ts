import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { ModelError } from '../errors/model-error.ts'
import type { FinishReason } from '../values/message.ts'

/** The part a whole stream ends with. */
export type FinishPart = Extract<LanguageModelV4StreamPart, { type: 'finish' }>

/** What the shape of a stream shows to be wrong; undefined when the answer is whole. */
export function findFailure(
  finish: FinishPart | undefined,
  hasContent: boolean,
): ModelError | undefined {
  const reason = finish?.finishReason.unified
  if (reason === undefined || reason === 'interrupted') {
    return failed('stream_cut', 'The answer was cut off before its end.')
  }
  if (reason === 'error') return failed('model_failed', 'The model ended its answer with an error.')
  if (hasContent || reason === 'length' || reason === 'content-filter') return undefined
  return failed('empty_response', 'The model ended without an answer.')
}

const failed = (code: string, message: string): ModelError =>
  new ModelError(message, { code, isRetryable: true })

/**
 * Why the model stopped. Some say `stop` when they call tools, and when they pause to be asked to go on. A word nobody knows tells nothing of whether the
 * calls are whole.
 */
export function toFinishReason({ finishReason }: FinishPart, hasCalls: boolean): FinishReason {
  const { unified, raw } = finishReason
  if (raw === 'pause_turn') return 'other'
  if (unified === 'content-filter') return 'content_filter'
  if (unified === 'length') return unified
  if (hasCalls && unified !== 'other') return 'tool_calls'
  return unified === 'stop' ? unified : 'other'
}
