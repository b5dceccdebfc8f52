import { abortableRequest } from '../abortable.ts'
import { ProxyError } from '../proxy-error.ts'

/**
 * Reads the body of a request, or of an answer, as it is.
 *
 * @param bound The name of the bound.
 * @throws ProxyError for a body of over `maxBytes`, and for one that breaks off.
 */
export async function readBytes(
  { body, signal }: Pick<Request, 'body' | 'signal'>,
  maxBytes: number,
  bound: string = 'expected',
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let length = 0
  const reader = body?.getReader()
  for (;;) {
    const reading = reader?.read().catch(() => {
      throw new ProxyError('client_closed')
    })
    const { value } = (await (reading && abortableRequest(reading, signal))) ?? {}
    if (!value) break
    length += value.byteLength
    if (length > maxBytes) {
      reader?.cancel().catch(() => undefined)
      const message = `The file is larger than ${bound}.`
      throw new ProxyError('body_too_large', { message })
    }
    pieces.push(value)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
