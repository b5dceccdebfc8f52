import { abortable, requestEndError } from '../abortable.ts'
import { ProxyError } from '../proxy-error.ts'
import { isObject } from './endpoint.ts'
import { parseJson } from '../parse-body.ts'
import { fromUpstream } from '../upstream-error.ts'

/** An answer of which the beginning was read. */
export interface PeekedAnswer {
  reader: ReadableStreamDefaultReader<Uint8Array>
  /** The bytes that were read. */
  first: Uint8Array[]
}

/** The most characters to read. No provider sends a longer error. */
const maxPeekBytes = 16_384

/** The status of each type of error. */
const statuses: ReadonlyMap<unknown, number> = new Map([
  ['overloaded_error', 529],
  ['rate_limit_error', 429],
  ['rate_limit_exceeded', 429],
  ['authentication_error', 401],
  ['invalid_request_error', 400],
])

/**
 * Reads an event stream up to the end of its first event. A provider may answer 200, and then
 * report in this event that it is overloaded. Such an answer has not begun, and its text is
 * dropped.
 *
 * @throws ProxyError for an answer that begins with an error.
 */
export async function peekAnswer(response: Response, signal: AbortSignal): Promise<PeekedAnswer> {
  if (!response.body) throw new ProxyError('upstream_cut')
  const reader = response.body.getReader()
  const first: Uint8Array[] = []
  if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
    return { reader, first }
  const decoder = new TextDecoder()
  let text = ''
  try {
    let isWhole = false
    while (text.length < maxPeekBytes && !isWhole) {
      const { done, value } = await abortable(reader.read(), signal)
      if (done) break
      first.push(value)
      const more = decoder.decode(value, { stream: true })
      text += more
      isWhole = /\r?\n\r?\n/.test(text.slice(-more.length - 3))
    }
  } catch {
    reader.cancel().catch(() => {})
    throw signal.aborted ? requestEndError(signal) : new ProxyError('upstream_cut')
  }
  const failure = errorIn(text)
  if (failure) {
    reader.cancel().catch(() => {})
    throw fromUpstream(failure, new ProxyError('upstream_error'), true)
  }
  return { reader, first }
}

/**
 * Returns the error in an event, in the form that the AI SDK throws. Undefined if there is none.
 */
function errorIn(text: string): object | undefined {
  // Most answers begin with no error, and need not be read twice.
  if (!text.includes('error')) return undefined
  const data = text
    .split(lineEnd)
    .map(dataOf)
    .find((found) => found !== undefined)
  const event = data?.includes('error') ? parseJson(data) : undefined
  const error = isObject(event) ? event['error'] : undefined
  if (!isObject(event) || (event['type'] !== 'error' && !error)) return undefined
  const { type, code, status } = isObject(error) ? error : event
  const known = statuses.get(type) ?? statuses.get(code)
  const named = typeof code === 'number' && code >= 400 ? code : status
  return { statusCode: known ?? (typeof named === 'number' ? named : 502), responseBody: text }
}

/** A pattern of the ends of lines in an event stream. No other sign ends a line there. */
export const lineEnd: RegExp = /\r\n|\n|\r/

/** Returns the data in a line of an event stream. Undefined for a line without data. */
export const dataOf = (line: string): string | undefined =>
  line.startsWith('data:') ? line.slice(line[5] === ' ' ? 6 : 5) : undefined
