import { type WirePart, decodePart, endOfStream } from './part.ts'
import { PartStream } from './part-stream.ts'

/**
 * Reads server-sent events from text that comes in pieces, however it is cut, and hands on the data of each. What else an event may have,
 * and comments, say nothing here.
 */
export function createEventReader(onData: (data: string) => void): (text: string) => void {
  let rest = ''
  let data: string | undefined
  return (text) => {
    rest += text
    // Pieces of one long line are looked through once, when it ends.
    if (!text.includes('\n') && !text.includes('\r')) return
    // A CR that comes last may be the half of a line's end.
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
 * The parts in the body of a model endpoint's answer, however the bytes are cut.
 *
 * A body that ends or breaks before the end marker gives one more part, an `error` with the code
 * `stream_cut`, unless the model's `finish` had arrived and nothing can be missing. An event that is
 * no part gives an `error` with the code `invalid_response` and ends the stream. What follows the end
 * marker is not read.
 *
 * @param signal When it aborts, the stream errors with its reason.
 */
export const decodeParts = (
  body: ReadableStream<Uint8Array>,
  signal?: AbortSignal,
): ReadableStream<WirePart> => readParts(body, (part) => part, signal)

/** The same, each part as `toPart` makes it: a stream of its own for that would cost more than all the rest. */
export function readParts<Part>(
  body: ReadableStream<Uint8Array>,
  toPart: (part: WirePart) => Part,
  signal?: AbortSignal,
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
      while (!ended && !isEnough()) {
        let chunk: Uint8Array | undefined
        try {
          chunk = (await reader.read()).value
        } catch {
          // A network error and an end without the marker are the same to the reader: a cut.
          signal?.throwIfAborted()
        }
        if (chunk) readText(decoder.decode(chunk, inPieces))
        else cut()
      }
      if (ended) void letGo(reader)
      return !ended
    },
    cancel(reason) {
      // Whoever cancels knows that there is more.
      finished = true
      return reader.cancel(reason)
    },
  })
}

const inPieces = { stream: true }

/** Reads the end that follows the marker, so that the connection can be used again. */
async function letGo(reader: ReadableStreamDefaultReader): Promise<void> {
  try {
    const { done } = await reader.read()
    if (!done) await reader.cancel()
  } catch {
    // The answer is whole, whatever becomes of its connection.
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
    message: 'The model endpoint sent an event that is no part of a model stream.',
    retryable: false,
  },
}
