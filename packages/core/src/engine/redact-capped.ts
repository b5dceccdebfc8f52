import type { Redaction } from '../features.ts'
import { type CappedText, capText } from '../json/json-text.ts'

/**
 * The characters past the limit that are read as well. A secret that the limit cuts is then found
 * whole, also where secrets before it have become shorter.
 */
const margin = 16_384

export const encoder: TextEncoder = new TextEncoder()

/**
 * Removes the secrets from a text, and cuts it to `maxBytes` of UTF-8. Text far past the limit is
 * not read, so that a slow pattern cannot stop the page for long.
 */
export function redactCapped(
  text: string,
  maxBytes: number,
  redaction: Redaction | undefined,
): CappedText {
  if (!redaction) return capText(text, maxBytes)
  const room = maxBytes + margin
  const read = redaction.text(text, room)
  return text.length <= room
    ? capText(read, maxBytes)
    : capText(read, maxBytes, encoder.encode(text).length)
}
