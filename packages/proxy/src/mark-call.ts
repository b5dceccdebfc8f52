import type { LanguageModelV4 } from '@ai-sdk/provider'
import { addCacheMarks, type ModelCall, moveResultFiles, takesCacheMarks } from '@ambit/protocol'
import { fitThinking } from './fit-thinking.ts'

type Options = ModelCall['options']

/**
 * Returns a call as its provider reads it. One that caches a prompt only up to marks gets marks.
 * One with the API of chat completions gets the files of results in a message of the user. One that
 * adds thinking to the limit of an answer counts it within.
 *
 * @param most The limit of an answer. Undefined for none.
 * @param changing The number of last messages that the client's next call does not repeat.
 * Undefined for a call without marks.
 */
export function fitCall(
  options: Options,
  model: Pick<LanguageModelV4, 'provider' | 'modelId'>,
  most: number | undefined,
  changing: number | undefined,
): Options {
  const { provider } = model
  const fit = most === undefined ? options : fitThinking(options, model, most)
  if (changing === undefined || !takesCacheMarks(provider)) return moveResultFiles(fit, provider)
  return addCacheMarks(fit, fit.prompt.length - changing)
}
