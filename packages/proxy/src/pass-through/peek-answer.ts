import { ProxyError } from '../proxy-error.ts'
import { requestEndError, abortable } from '../abortable.ts'
import { toProxyError } from '../to-proxy-error.ts'
import { isObject, parseJson } from './endpoint.ts'

/** What of an answer was read to see how it begins, and what is left. */
export interface PeekedAnswer {
  reader: ReadableStreamDefaultReader<Uint8Array>
  first: Uint8Array[]
}

/** More than this is no error of any provider. */
const maxPeekBytes = 16_384

const kinds: ReadonlyMap<unknown, number> = new Map([
  ['overloaded_error', 529],
  ['rate_limit_error', 429],
  ['rate_limit_exceeded', 429],
  ['authentication_error', 401],
  ['invalid_request_error', 400],
])

/**
 * Reads an event stream up to the end of its first event. Providers answer 200 and then say in that
 * event that they are overloaded: such an answer has not begun, and its text goes nowhere.
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
    while (text.length < maxPeekBytes && !/\r?\n\r?\n/.test(text)) {
      const { done, value } = await abortable(reader.read(), signal)
      if (done) break
      first.push(value)
      text += decoder.decode(value, { stream: true })
    }
  } catch {
    reader.cancel().catch(() => {})
    throw signal.aborted ? requestEndError(signal) : new ProxyError('upstream_cut')
  }
  const failure = errorIn(text)
  if (failure) {
    reader.cancel().catch(() => {})
    throw await toProxyError(failure, new ProxyError('upstream_error'))
  }
  return { reader, first }
}

/** The error that an event is, in the form in which the AI SDK would throw it. */
function errorIn(text: string): object | undefined {
  const [, data = ''] = /^data: ?(.*)$/m.exec(text) ?? []
  const event = parseJson(data)
  const error = isObject(event) ? event['error'] : undefined
  if (!isObject(event) || (event['type'] !== 'error' && !error)) return undefined
  const { type, code, status } = isObject(error) ? error : event
  const known = kinds.get(type) ?? kinds.get(code)
  const named = typeof code === 'number' && code >= 400 ? code : status
  return { statusCode: known ?? (typeof named === 'number' ? named : 502), responseBody: text }
}
