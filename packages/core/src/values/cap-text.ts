/** Text within a byte limit. */
export interface CappedText {
  readonly text: string
  /** The size in UTF-8 bytes before the cut; present when it was cut. */
  readonly totalBytes?: number | undefined
}

const encoder = new TextEncoder()

/**
 * Cuts text to at most `maxBytes` of UTF-8, on a code-point boundary, the marker `…[truncated; full result <N> bytes]` included; where the
 * marker alone is larger, it is cut too.
 */
export function capText(text: string, maxBytes: number): CappedText {
  // No UTF-16 unit needs more than three bytes.
  if (text.length * 3 <= maxBytes) return { text }
  const totalBytes = encoder.encode(text).length
  if (totalBytes <= maxBytes) return { text }
  const marker = `…[truncated; full result ${totalBytes} bytes]`
  const room = maxBytes - encoder.encode(marker).length
  return { text: room < 0 ? head(marker, maxBytes) : head(text, room) + marker, totalBytes }
}

/** The longest start of `text` that fits. */
const head = (text: string, maxBytes: number): string =>
  text.slice(0, encoder.encodeInto(text, new Uint8Array(maxBytes)).read)
