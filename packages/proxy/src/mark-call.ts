import { addCacheMarks, type ModelCall, moveResultFiles, takesCacheMarks } from '@ambit/protocol'

type Options = ModelCall['options']

/**
 * Returns a call as its provider reads it. One that caches a prompt only up to marks gets marks.
 * One with the API of chat completions gets the files of results in a message of the user.
 *
 * @param changing The number of last messages that the client's next call does not repeat.
 * Undefined for a call without marks.
 */
export function fitCall(options: Options, provider: string, changing: number | undefined): Options {
  if (changing === undefined || !takesCacheMarks(provider))
    return moveResultFiles(options, provider)
  return addCacheMarks(options, options.prompt.length - changing)
}
