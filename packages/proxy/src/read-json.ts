import { abortable } from './abortable.ts'
import { ProxyError } from './proxy-error.ts'

/**
 * Reads the body of a request as JSON. Refuses any other content type, since a form can send one
 * across origins. Inflates a body that is compressed with gzip. Refuses a body whose declared or
 * real length is over `maxBytes`, compressed or inflated.
 *
 * @throws ProxyError for a refused body, and `client_closed` if the client left.
 */
export async function readJson(
  request: Request,
  maxBytes: number,
  parse: (text: string, maxBytes: number) => unknown,
): Promise<unknown> {
  const [mediaType] = (request.headers.get('content-type') ?? '').split(';')
  if (mediaType?.trim().toLowerCase() !== 'application/json') {
    throw new ProxyError('unsupported_media_type')
  }
  const declared = request.headers.get('content-length')
  if (declared !== null && !/^\d+$/.test(declared)) {
    throw new ProxyError('invalid_request', { message: 'The content-length is not a number.' })
  }
  if (Number(declared) > maxBytes) throw tooLarge(maxBytes)

  const encoding = request.headers.get('content-encoding')
  const body = encoding
    ? (await import('./inflate.ts')).inflate(request, encoding, maxBytes, tooLarge)
    : request.body
  return parse(await readText(body, request.signal, maxBytes), maxBytes)
}

async function readText(
  body: ReadableStream<Uint8Array> | null,
  signal: AbortSignal,
  maxBytes: number,
): Promise<string> {
  if (!body) return ''
  const reader = body.getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let bytes = 0
  try {
    for (;;) {
      const { done, value } = await abortable(reader.read(), signal)
      if (done) return text + decoder.decode()
      bytes += value.byteLength
      if (bytes > maxBytes) throw tooLarge(maxBytes)
      text += decoder.decode(value, { stream: true })
    }
  } catch (thrown) {
    reader.cancel().catch(() => {})
    if (signal.aborted) throw new ProxyError('client_closed')
    if (thrown instanceof ProxyError) throw thrown
    throw new ProxyError('invalid_request', { message: 'The body could not be read as UTF-8.' })
  }
}

const tooLarge = (maxBytes: number): ProxyError =>
  new ProxyError('body_too_large', {
    message: `The body is larger than \`bytes.request\`: ${maxBytes}.`,
  })
