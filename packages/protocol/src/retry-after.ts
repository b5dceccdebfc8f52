/**
 * Returns the milliseconds that a response asks to wait: `retry-after-ms`, else `retry-after` in
 * seconds or as an HTTP date. A date in the past is 0. Returns undefined if there is neither
 * header, or it cannot be read.
 *
 * @param header Reads a header by its lower-case name.
 * @param now Milliseconds since the Unix epoch, to compare a date with.
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function parseRetryAfter(
  header: (name: string) => string | null | undefined,
  now: number,
): number | undefined {
  const ms = toNumber(header('retry-after-ms'))
  if (ms !== undefined) return ms
  const value = header('retry-after') ?? ''
  const seconds = toNumber(value)
  if (seconds !== undefined) return seconds * 1000
  // A number that is not one of seconds is no date either, though some parsers read one from it.
  const date = Date.parse(/[a-z]/i.test(value) ? value : '')
  return date >= 0 ? Math.max(0, date - now) : undefined
}

const toNumber = (text: string | null | undefined): number | undefined =>
  text && /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined
