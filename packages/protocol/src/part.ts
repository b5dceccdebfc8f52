// The reasons: decisions/0012.
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { parseWireError, type WireError } from './error.ts'
import { toWireJson } from './call.ts'
import { PartStream } from './part-stream.ts'
import type { watchBody } from './silence.ts'

/** A stream part in the wire format. Its error, if it is one, is plain data. */
export type WirePart =
  | Exclude<LanguageModelV4StreamPart, { type: 'error' }>
  | { type: 'error'; error: WireError }

/**
 * The data of the last event of every complete stream. A connection that ends without it was cut,
 * even if it ended without an error.
 */
export const endOfStream = '[DONE]'

/** Returns data as one server-sent event. */
export const encodeEvent = (data: string): string => `data: ${data}\n\n`

/** Returns a part as one server-sent event. */
export const encodePart = (part: WirePart): string => encodeEvent(toWireJson(part))

/**
 * Parses a part from an event's data. Returns undefined if the data is not a part. Restores dates
 * and URLs.
 */
export function decodePart(data: string): WirePart | undefined {
  let part: WirePart | null
  try {
    part = JSON.parse(data) as WirePart | null
    if (part?.type === 'response-metadata' && part.timestamp) {
      part.timestamp = new Date(part.timestamp)
    }
    if ((part?.type === 'file' || part?.type === 'reasoning-file') && part.data.type === 'url') {
      part.data.url = new URL(part.data.url)
    }
  } catch {
    return undefined
  }
  if (part?.type !== 'error') return typeof part?.type === 'string' ? part : undefined
  const error = parseWireError(part.error)
  return error && { type: 'error', error }
}

/**
 * Creates a reader of server-sent events. It accepts text in pieces, cut at any place, and calls
 * `onData` with the data of each event. Other fields of an event, and comments, are ignored.
 */
export function createEventReader(onData: (data: string) => void): (text: string) => void {
  let rest = ''
  let data: string | undefined
  return (text) => {
    rest += text
    // A long line may arrive in many pieces. Search it once, when it ends.
    if (!text.includes('\n') && !text.includes('\r')) return
    // A CR at the end may be the first half of a CRLF.
    const read = rest.includes('\r') ? rest.replaceAll(/\r\n|\r(?!$)/g, '\n') : rest
    let from = 0
    for (let to = read.indexOf('\n'); to >= 0; to = read.indexOf('\n', from)) {
      if (read.startsWith('data:', from)) {
        const value = read.slice(from + (read[from + 5] === ' ' ? 6 : 5), to)
        data = data === undefined ? value : `${data}\n${value}`
      } else if (to === from && data !== undefined) {
        onData(data)
        data = undefined
      }
      from = to + 1
    }
    rest = read.slice(from)
  }
}

/**
 * Decodes the body of a model endpoint's answer into parts. The bytes may be cut at any place.
 *
 * A body that ends or breaks before the end marker yields one more part: an `error` with the code
 * `stream_cut`. There is no such part if the model's `finish` had arrived, because then nothing is
 * missing. An event that is not a part yields an `error` with the code `invalid_response`, and ends
 * the stream. Data after the end marker is not read.
 *
 * @param signal When it aborts, the stream errors with its reason.
 */
export const decodeParts = (
  body: ReadableStream<Uint8Array>,
  signal?: AbortSignal,
): ReadableStream<WirePart> => readParts(body, (part) => part, signal)

/**
 * Decodes a body as {@link decodeParts} does, and converts each part with `toPart`. A separate
 * stream for the conversion would cost more than everything else. `watch` looks for a silent body.
 */
export function readParts<Part>(
  body: ReadableStream<Uint8Array>,
  toPart: (part: WirePart) => Part,
  signal?: AbortSignal,
  watch?: typeof watchBody,
): PartStream<Part> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let take: (part: Part) => void
  let ended = false
  let finished = false

  const readText = createEventReader((data) => {
    if (ended) return
    const part = data === endOfStream ? undefined : decodePart(data)
    if (part) take(toPart(part))
    else if (data !== endOfStream) take(toPart(invalidResponse))
    ended = !part
    finished ||= part?.type === 'finish'
  })

  function cut(): void {
    ended = true
    if (!finished) take(toPart(streamCut))
  }

  return new PartStream({
    async read(taker, isEnough) {
      take = taker
      const silence = watch?.(reader)
      try {
        while (!ended && !isEnough()) {
          let chunk: Uint8Array | undefined
          try {
            chunk = (await reader.read()).value
          } catch {
            // A network error counts as a cut, like an end without the marker.
            signal?.throwIfAborted()
          }
          silence?.heard()
          if (chunk) readText(decoder.decode(chunk, inPieces))
          else cut()
        }
      } finally {
        silence?.stop()
      }
      if (ended) void readEnd(reader)
      return !ended
    },
    cancel(reason) {
      // A consumer that cancels knows that parts are missing.
      finished = true
      return reader.cancel(reason)
    },
  })
}

const inPieces = { stream: true }

/** The bodies whose end is read. Without a reference, a browser may collect and cut them. */
const ending = new Set<ReadableStreamDefaultReader>()

/** The most bytes after the end marker that are read and dropped. */
const mostRest = 65_536

/**
 * Reads the end of the body after the marker, so that the connection can be used again. A body that
 * is cut instead shows as a failed request in the browser.
 */
async function readEnd(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  ending.add(reader)
  try {
    let rest = 0
    while (rest < mostRest) {
      const { done, value } = await reader.read()
      if (done) return
      rest += value.byteLength
    }
    await reader.cancel()
  } catch {
    // The answer is complete, so an error of its connection does not matter.
  } finally {
    ending.delete(reader)
  }
}

const streamCut: WirePart = {
  type: 'error',
  error: {
    code: 'stream_cut',
    message: 'The connection to the model endpoint ended before the answer was complete.',
    retryable: true,
  },
}

const invalidResponse: WirePart = {
  type: 'error',
  error: {
    code: 'invalid_response',
    message:
      'The model endpoint sent an event that is not part of a model stream, so the answer cannot be read.',
    retryable: false,
  },
}
