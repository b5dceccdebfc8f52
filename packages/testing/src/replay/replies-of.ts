import { readRecording } from '@ambit/devtools/record'
import type { Reply } from '../reply.ts'
import { Cursor } from './cursor.ts'

const cursors = new WeakMap<object, Cursor>()

/**
 * Returns the replies of a recording for a scripted model: one for each request, faults included.
 * While {@link play} plays the same object, each run gets its own replies, whatever the runs before
 * it did. A request that the recording does not have fails, and says which request it was.
 *
 * Throws an `Error` if the recording cannot be read.
 *
 * @example
 * const { agent } = await renderWithAgent(<App />, { replies: repliesOf(recording) })
 */
export function repliesOf(recording: unknown): Reply[] {
  const whole = readRecording(recording)
  const cursor = new Cursor(whole)
  cursors.set(whole, cursor)
  return Array.from({ length: cursor.count }, () => cursor.next)
}

/** Returns the replies that were made last for this recording. */
export const cursorOf = (recording: object): Cursor | undefined => cursors.get(recording)
