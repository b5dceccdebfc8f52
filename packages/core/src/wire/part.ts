import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { type WireError, parseWireError } from './error.ts'
import { toWireJson } from './json.ts'

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
