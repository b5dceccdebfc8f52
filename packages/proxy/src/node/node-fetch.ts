// The reasons: decisions/0053.
import http, { type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import { type Duration, toMilliseconds } from '@ambit/protocol'
import { type Check, group, is, time } from '../check-options.ts'
import { startTimer } from '../start-timer.ts'
import { toWebStream } from './to-web-stream.ts'

/** The options of `nodeFetch`. */
interface NodeFetchOptions {
  /** The time to connect, TLS included. 0 or `Infinity` for no limit. Default: `'10s'`. */
  connect?: Duration | undefined
  /** The agent for `http` URLs. Default: one that keeps connections open between requests. */
  httpAgent?: http.Agent | undefined
  /**
   * The agent for `https` URLs, for instance with your own certificates. Default: as `httpAgent`.
   */
  httpsAgent?: https.Agent | undefined
}

const agent: Check = is(
  "an agent of Node's `http` or `https`",
  (value) => 'addRequest' in Object(value),
)

const check: Check = group<NodeFetchOptions>({ connect: time, httpAgent: agent, httpsAgent: agent })

/**
 * Creates a `fetch` over Node's `http` and `https`, for the option `fetch` of a pass-through route,
 * an MCP server or an AI SDK provider. An open stream of a proxy then takes about two thirds of
 * the memory that it takes with the global `fetch`. That one always has 10 seconds to connect. This
 * one follows no redirect, keeps no cookies, and sends only strings and bytes.
 *
 * The returned function rejects with the signal's reason if the signal aborts. It rejects with an
 * error whose `code` is `ETIMEDOUT` if no connection is made in time. It rejects with a `TypeError`
 * for a body that is neither a string nor a `Uint8Array`.
 *
 * @throws TypeError for an unknown option, and for a `connect` that is negative, or no time.
 *
 * @example
 * passThrough({ openai: { wire: 'openai', apiKey, models: ['gpt-5'], fetch: nodeFetch() } })
 */
export function nodeFetch(options: NodeFetchOptions = {}): typeof fetch {
  check(options, ['nodeFetch', ''])
  const connectTimeoutMs = toMilliseconds(options.connect ?? 10_000)
  const keepAlive = { keepAlive: true, noDelay: true }
  const { httpAgent = new http.Agent(keepAlive) } = options
  const { httpsAgent = new https.Agent(keepAlive) } = options

  return async (input, init = {}) => {
    const { method = 'GET', body, signal } = init
    signal?.throwIfAborted()
    const url = new URL(typeof input === 'object' && 'url' in input ? input.url : input)
    const isSecure = url.protocol === 'https:'
    const bytes = toBytes(body)
    const headers = {
      'accept-encoding': 'identity',
      ...Object.fromEntries(new Headers(init.headers)),
      ...(bytes !== undefined && { 'content-length': Buffer.byteLength(bytes) }),
    }
    const agent = isSecure ? httpsAgent : httpAgent
    const message = await send(url, { method, headers, agent }, bytes, signal, connectTimeoutMs)
    return toResponse(message)
  }
}

function toBytes(body: BodyInit | null | undefined): string | Uint8Array | undefined {
  if (body === null || body === undefined) return undefined
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  throw new TypeError('nodeFetch: the body must be a string or a Uint8Array.')
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
    const request = open(url, options)
    const timer = startTimer(() => request.destroy(connectTimeoutError()), connectTimeoutMs)
    const onAbort = () => void request.destroy()
    signal?.addEventListener('abort', onAbort)
    request
      .on('socket', (socket) => {
        const onConnected = () => clearTimeout(timer)
        if (!socket.connecting) onConnected()
        else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', onConnected)
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

const connectTimeoutError = (): Error =>
  Object.assign(new Error('The connection took too long.'), { code: 'ETIMEDOUT' })

function toResponse(message: IncomingMessage): Response {
  const { statusCode: status = 0 } = message
  const headers = new Headers()
  for (const [name, values] of Object.entries(message.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value)
  }
  const hasBody = ![204, 205, 304].includes(status)
  if (!hasBody) message.resume()
  return new Response(hasBody ? toWebStream(decompress(message)) : null, { status, headers })
}

/** Returns the body of a message, decompressed. */
function decompress(message: IncomingMessage): Readable {
  const encoding = message.headers['content-encoding'] ?? 'identity'
  if (encoding === 'identity') return message
  const decoder = encoding === 'br' ? createBrotliDecompress() : createUnzip()
  // An error of either stream destroys both, and reaches the reader.
  return pipeline(message, decoder, () => {})
}
