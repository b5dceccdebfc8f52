import { addCacheMarks, type ModelCall } from '@ambit/protocol'

/**
 * Marks a call for a provider that caches a prompt only up to marks.
 *
 * @param changing The number of last messages that the client's next call does not repeat.
 */
export const markCall = (options: ModelCall['options'], changing: number): ModelCall['options'] =>
  addCacheMarks(options, options.prompt.length - changing)
