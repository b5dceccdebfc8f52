/**
 * How many milliseconds a response asks to wait: `retry-after-ms`, else `retry-after` in seconds or as
 * an HTTP date. Undefined when there is neither, or it cannot be read; a date in the past is 0.
 *
 * @param header Reads a header by its lower-case name.
 * @param now Milliseconds since the Unix epoch, to measure a date against.
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function parseRetryAfter(
  header: (name: string) => string | null | undefined,
  now: number,
): number | undefined {
  const ms = toNumber(header('retry-after-ms'))
  if (ms !== undefined) return ms
  const value = header('retry-after')
  const seconds = toNumber(value)
  if (seconds !== undefined) return seconds * 1000
  const date = Date.parse(value ?? '')
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

const toNumber = (text: string | null | undefined): number | undefined =>
  text && /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined
