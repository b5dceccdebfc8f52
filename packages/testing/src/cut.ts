import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { type StreamBehaviour, toStream } from './to-stream.ts'

/**
 * The way to cut the deltas of a stream. A number: at most so many UTF-16 units in each delta. A
 * function: returns the pieces of one text, which must join to the text.
 */
export type Cut = number | ((text: string) => readonly string[])

/**
 * Cuts the deltas of a stream in another way. Empty pieces are kept, because providers send them
 * too.
 */
export function cutParts(
  parts: readonly LanguageModelV4StreamPart[],
  cut: Cut,
): LanguageModelV4StreamPart[] {
  const split = typeof cut === 'function' ? cut : (text: string) => splitEvery(text, cut)
  return parts.flatMap((part): LanguageModelV4StreamPart[] => {
    if (!isDelta(part)) return [part]
    const pieces = split(part.delta)
    if (pieces.join('') !== part.delta) {
      throw new Error(
        `The pieces do not join to the delta they were cut from: ${JSON.stringify(part.delta)}.`,
      )
    }
    return pieces.map((delta) => ({ ...part, delta }))
  })
}

/** Joins neighbouring deltas of the same part into one: the coarsest cut of the same stream. */
export function joinParts(
  parts: readonly LanguageModelV4StreamPart[],
): LanguageModelV4StreamPart[] {
  const joined: LanguageModelV4StreamPart[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (isDelta(part) && last && isDelta(last) && last.type === part.type && last.id === part.id) {
      joined[joined.length - 1] = { ...last, delta: last.delta + part.delta }
    } else joined.push(part)
  }
  return joined
}

type DeltaPart = Extract<LanguageModelV4StreamPart, { delta: string }>

const isDelta = (part: LanguageModelV4StreamPart): part is DeltaPart =>
  'delta' in part && typeof part.delta === 'string'

function splitEvery(text: string, units: number): string[] {
  if (!Number.isInteger(units) || units < 1) {
    throw new Error(`A delta cannot hold ${units} UTF-16 units. Give a whole number from 1.`)
  }
  const pieces: string[] = []
  for (let at = 0; at < text.length; at += units) pieces.push(text.slice(at, at + units))
  return pieces
}

/**
 * Cuts bytes into chunks that end at the given places. A network may cut anywhere: in the middle of
 * a line, of a CRLF, of a code point. Text becomes UTF-8. Places may come in any order. Places
 * outside the bytes and duplicates are ignored, so that no chunk is empty.
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

/** Returns bytes as the body of a response, cut at the given places. Each read gives one chunk. */
export const toByteStream = (
  bytes: string | Uint8Array,
  at: Iterable<number> = [],
  behaviour: StreamBehaviour<Uint8Array<ArrayBuffer>> = {},
): ReadableStream<Uint8Array<ArrayBuffer>> => toStream(cutBytes(bytes, at), behaviour)

/**
 * Returns the text of server-sent events, one for each value, as JSON. {@link cutBytes} can cut the
 * text.
 */
export const toSseText = (values: readonly unknown[]): string =>
  values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join('')
