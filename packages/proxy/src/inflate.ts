import { ProxyError } from './proxy-error.ts'

/**
 * The bytes that are inflated at once. Some runtimes inflate a piece as a whole, up to a thousand
 * times its size, before anybody reads.
 */
const pieceBytes = 1024

/**
 * Returns the body of a request whose `content-encoding` is gzip, inflated while it is read. Reads
 * no more than `maxBytes` compressed bytes.
 *
 * @throws ProxyError `unsupported_media_type` for another encoding, or several. The stream fails
 * with `invalid_request` if the body is not a whole gzip, and with `tooLarge`.
 */
export function inflate(
  { body }: Request,
  encoding: string,
  maxBytes: number,
  tooLarge: (maxBytes: number) => ProxyError,
): ReadableStream<Uint8Array> | null {
  const name = encoding.trim().toLowerCase()
  if (name === 'identity') return body
  if (name !== 'gzip' && name !== 'x-gzip') {
    throw new ProxyError('unsupported_media_type', {
      message:
        'The proxy reads no body with this content-encoding. Compress it once, with gzip, or not at all.',
    })
  }
  if (!body) return body
  let failure: ProxyError | undefined
  let bytes = 0
  const pieces = new TransformStream<Uint8Array, BufferSource>({
    transform(chunk, controller) {
      bytes += chunk.length
      if (bytes > maxBytes) throw (failure = tooLarge(maxBytes))
      for (let at = 0; at < chunk.length; at += pieceBytes) {
        controller.enqueue(chunk.slice(at, at + pieceBytes))
      }
    },
  })
  const reader = body.pipeThrough(pieces).pipeThrough(new DecompressionStream('gzip')).getReader()
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (done) controller.close()
          else controller.enqueue(value)
        } catch {
          throw (
            failure ?? new ProxyError('invalid_request', { message: 'The body is not valid gzip.' })
          )
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
