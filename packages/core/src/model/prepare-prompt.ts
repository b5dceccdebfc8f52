import type { Message } from '../messages/message.ts'
import { Slices } from '../slices.ts'
import { toPrompt } from './prompt.ts'

/** The number of messages that are converted at once: few enough for one slice. */
const atOnce = 200

/**
 * Converts a long history to a model's prompt in slices, between which the page has its turn. The
 * next request then takes it as it is.
 */
export async function preparePrompt(messages: readonly Message[]): Promise<void> {
  const slices = new Slices()
  for (let end = atOnce; end < messages.length; end += atOnce) {
    toPrompt(messages.slice(0, end))
    const pause = slices.pause()
    if (pause) await pause
  }
}
