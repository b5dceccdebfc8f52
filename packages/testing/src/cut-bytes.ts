import { type StreamBehaviour, toStream } from './to-stream.ts'

/**
 * Bytes in chunks that end at the given places, as a network may cut them: in the middle of a line, of a CRLF, of a code point. Text becomes
 * UTF-8. Places may come in any order; those outside the bytes, and doubles, are left out, so that no chunk is empty.
 */
export function cutBytes(
  bytes: string | Uint8Array,
  at: Iterable<number>,
): Uint8Array<ArrayBuffer>[] {
  const whole = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : Uint8Array.from(bytes)
  const inside = [...new Set(at)].filter((place) => place > 0 && place < whole.length)
  const places = [0, ...inside.sort((a, b) => a - b), whole.length]
  return places.slice(1).flatMap((end, index) => {
    const chunk = whole.slice(places[index], end)
    return chunk.length ? [chunk] : []
  })
}

/** Bytes as the body of a response: a chunk a read, cut at the given places. */
export const toByteStream = (
  bytes: string | Uint8Array,
  at: Iterable<number> = [],
  behaviour: StreamBehaviour<Uint8Array<ArrayBuffer>> = {},
): ReadableStream<Uint8Array<ArrayBuffer>> => toStream(cutBytes(bytes, at), behaviour)

/** Server-sent events, one for each value, as JSON: the transcript that {@link cutBytes} cuts. */
export const toSseText = (values: readonly unknown[]): string =>
  values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join('')
