import { createParser } from 'eventsource-parser'
import type { StreamPlace } from './http-exchange.ts'

/**
 * Returns the function that takes the text of a stream of events, in any pieces. `take` gets the
 * data of each event, and `place` follows the stream.
 */
export function readEvents(
  take: (data: string) => void,
  place: StreamPlace,
): (text: string) => void {
  const parser = createParser({
    onEvent: ({ id, data }) => {
      if (id !== undefined) place.id = id
      take(data)
    },
    onRetry: (ms) => (place.retryMs = ms),
  })
  return (text) => parser.feed(text)
}
