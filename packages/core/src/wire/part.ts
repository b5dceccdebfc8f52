import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { type WireError, parseWireError } from './error.ts'
import { toWireJson } from './json.ts'

/** A stream part whose error, if it is one, can be sent. */
export type WirePart =
  | Exclude<LanguageModelV4StreamPart, { type: 'error' }>
  | { type: 'error'; error: WireError }

/**
 * The data of the last event of every whole stream. A connection that ends without it was cut, even
 * where it ended cleanly.
 */
export const endOfStream = '[DONE]'

/** One server-sent event. */
export const encodeEvent = (data: string): string => `data: ${data}\n\n`

/** One part as a server-sent event. */
export const encodePart = (part: WirePart): string => encodeEvent(toWireJson(part))

/** The part an event's data holds; undefined when it holds none. Dates and URLs are themselves again. */
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
