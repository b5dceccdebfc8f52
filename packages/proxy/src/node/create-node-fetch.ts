import http, { type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import { toWebStream } from './to-web-stream.ts'

/** What `createNodeFetch` takes. */
export interface NodeFetchOptions {
  /** Until a connection stands, TLS included, in milliseconds. 0 waits for ever. Default: 10,000. */
  connectTimeoutMs?: number | undefined
  /** For `http` URLs. Default: one that keeps connections open between requests. */
  httpAgent?: http.Agent | undefined
  /** For `https` URLs, such as one with certificates of your own. Default: as `httpAgent`. */
  httpsAgent?: https.Agent | undefined
}

/**
 * A `fetch` over Node's `http` and `https`, for the option `fetch` of a pass-through route, an MCP server
 * or an AI SDK provider: it holds about half the memory of the global one for a stream that is open, and
 * has a time limit of its own for the connection. It follows no redirect, keeps no cookies, and sends
 * texts and bytes alone.
 *
 * The returned function rejects with the signal's reason when it aborts; with an error whose `code` is
 * `ETIMEDOUT` when no connection came to stand in time; with a `TypeError` for a body of another kind.
 *
 * @example
 * passThrough({ openai: { wire: 'openai', apiKey, models: ['gpt-5'], fetch: createNodeFetch() } })
 */
export function createNodeFetch(options: NodeFetchOptions = {}): typeof fetch {
  const { connectTimeoutMs = 10_000 } = options
  const keepAlive = { keepAlive: true, noDelay: true }
  const { httpAgent = new http.Agent(keepAlive) } = options
  const { httpsAgent = new https.Agent(keepAlive) } = options

  return async (input, init = {}) => {
    const { method = 'GET', body, signal } = init
    signal?.throwIfAborted()
    const url = new URL(typeof input === 'object' && 'url' in input ? input.url : input)
    const isSecure = url.protocol === 'https:'
    const headers = {
      'accept-encoding': 'identity',
      ...Object.fromEntries(new Headers(init.headers)),
    }
    const agent = isSecure ? httpsAgent : httpAgent
    const bytes = toBytes(body)
    const message = await send(url, { method, headers, agent }, bytes, signal, connectTimeoutMs)
    return toResponse(message)
  }
}

function toBytes(body: BodyInit | null | undefined): string | Uint8Array | undefined {
  if (body === null || body === undefined) return undefined
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  throw new TypeError('createNodeFetch: the body must be a string or a Uint8Array.')
}

function send(
  url: URL,
  options: RequestOptions,
  body: string | Uint8Array | undefined,
  signal: AbortSignal | null | undefined,
  connectTimeoutMs: number,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { request: open } = url.protocol === 'https:' ? https : http
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const request = open(url, { ...options, headers: { ...Object(options.headers), ...length } })
    const timer =
      connectTimeoutMs > 0
        ? setTimeout(() => request.destroy(tooSlow()), connectTimeoutMs)
        : undefined
    const onAbort = () => void request.destroy()
    signal?.addEventListener('abort', onAbort)
    request
      .on('socket', (socket) => {
        const stands = () => clearTimeout(timer)
        if (!socket.connecting) stands()
        else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', stands)
      })
      .on('response', resolve)
      .on('error', (error) => reject(signal?.aborted ? (signal.reason as Error) : error))
      .on('close', () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      })
      .end(body)
  })
}

const tooSlow = (): Error =>
  Object.assign(new Error('The connection took too long.'), { code: 'ETIMEDOUT' })

function toResponse(message: IncomingMessage): Response {
  const { statusCode: status = 0 } = message
  const headers = new Headers()
  for (const [name, values] of Object.entries(message.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value)
  }
  const hasBody = status !== 204 && status !== 205 && status !== 304
  if (!hasBody) message.resume()
  return new Response(hasBody ? toWebStream(decoded(message)) : null, { status, headers })
}

/** The body of a message as it was before it was compressed. */
function decoded(message: IncomingMessage): Readable {
  const encoding = message.headers['content-encoding'] ?? 'identity'
  if (encoding === 'identity') return message
  const decoder = encoding === 'br' ? createBrotliDecompress() : createUnzip()
  // An error of either destroys both, and whoever reads sees it.
  return pipeline(message, decoder, () => {})
}
