// The reasons: decisions/0052.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setPeerAddress } from '../loopback.ts'
import { ProxyError } from '../proxy-error.ts'
import { boundsOf } from '../request-bounds.ts'
import { respondError } from '../respond-error.ts'
import { startTimer } from '../start-timer.ts'
import { toWebStream } from './to-web-stream.ts'

/**
 * Turns a Fetch handler into a listener for Node's `http`, and for servers that use it, such as
 * Express. If the client disconnects, the request's signal aborts and the response's body is
 * cancelled. If the body fails, the connection is destroyed, so a cut never looks like an end. So
 * is that of a client which takes nothing of an answer for `timeouts.idle`.
 *
 * @example
 * http.createServer(nodeListener(proxy)).listen(3000)
 */
export function nodeListener(
  handler: (request: Request) => Promise<Response>,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  return (incoming, outgoing) => void serve(handler, incoming, outgoing)
}

async function serve(
  handler: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const disconnected = new AbortController()
  outgoing.once('close', () => {
    if (outgoing.writableFinished) return
    disconnected.abort(new DOMException('The client disconnected.', 'AbortError'))
  })
  try {
    const request = refusalOf(incoming) ?? toRequest(incoming, disconnected.signal)
    const isAsked = request instanceof Request
    const response = isAsked ? await handler(request) : refuse(request)
    const [maxBytes, idleMs] = boundsOf(request)
    // Its length ends a refusal for the client, while the rest of the body still comes.
    const isRefusal = !incoming.complete && response.status >= 300
    const sent = isRefusal ? await withLength(response) : response
    await sendResponse(sent, outgoing, incoming, idleMs)
    if (!incoming.complete) await readRest(incoming, maxBytes, isAsked ? request : undefined)
    outgoing.end()
  } catch {
    outgoing.destroy()
  }
}

/** Returns the error for a request that Fetch cannot express. Undefined if it can. */
function refusalOf({ method = '', readableDidRead }: IncomingMessage): ProxyError | undefined {
  if (/^(CONNECT|TRACE|TRACK)$/.test(method)) return new ProxyError('method_not_allowed')
  if (!readableDidRead) return undefined
  return new ProxyError('internal_error', {
    retryable: false,
    message:
      'The body was read already. Mount the proxy before every body parser, such as `express.json()`.',
  })
}

const refuse = (error: ProxyError = new ProxyError('unknown_route')): Response =>
  respondError({ requestId: crypto.randomUUID() }, error)

/** Returns a short response with the header that tells its length. */
async function withLength(response: Response): Promise<Response> {
  const bytes = await response.arrayBuffer()
  const whole = new Response(bytes.byteLength > 0 ? bytes : null, response)
  whole.headers.set('content-length', `${bytes.byteLength}`)
  return whole
}

/** Returns undefined for a target that is not a plain path: no handler can have a route for it. */
function toRequest(
  incoming: IncomingMessage & { originalUrl?: string },
  signal: AbortSignal,
): Request | undefined {
  const { method = 'GET', socket } = incoming
  // Express and Connect remove the mount path from `url`.
  const target = incoming.originalUrl ?? incoming.url ?? ''
  const scheme = 'encrypted' in socket && socket.encrypted ? 'https' : 'http'
  const origin = `${scheme}://${incoming.headers.host ?? 'localhost'}`
  if (!target.startsWith('/') || !URL.canParse(origin + target)) return undefined
  const url = new URL(origin + target)
  // A path that parsing changes has dots, backslashes or control characters in it.
  if (url.pathname !== target.split('?', 1)[0]) return undefined

  const hasBody = method !== 'GET' && method !== 'HEAD'
  const request = new Request(url, {
    method,
    headers: toHeaders(incoming),
    signal,
    ...(hasBody && { body: toWebStream(incoming, stay), duplex: 'half' }),
  })
  setPeerAddress(request, socket.remoteAddress)
  return request
}

function toHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  }
  return headers
}

/**
 * Writes a Fetch response to Node's response. Reads on only after the client has taken the written
 * bytes, and cancels the body if the client leaves, or takes nothing for `idleMs`.
 */
async function sendResponse(
  response: Response,
  outgoing: ServerResponse,
  incoming: IncomingMessage,
  idleMs: number,
): Promise<void> {
  const reader = response.body?.getReader()
  const cancel = () => void reader?.cancel().catch(() => {})
  if (outgoing.destroyed) return cancel()
  outgoing.once('close', cancel)
  // The connection takes no other request after a body that the handler did not want.
  if (!incoming.complete) outgoing.setHeader('connection', 'close')
  if (outgoing.getHeaderNames().length === 0) {
    // Node keeps no object for headers that come at once, as long as the stream is open.
    // Middleware in front reads them as an object.
    outgoing.writeHead(response.status, {
      ...Object.fromEntries(response.headers),
      'set-cookie': response.headers.getSetCookie(),
    })
  } else {
    outgoing.statusCode = response.status
    for (const [name, value] of response.headers) outgoing.appendHeader(name, value)
  }
  outgoing.flushHeaders()
  while (reader) {
    const { done, value } = await reader.read()
    if (done || outgoing.destroyed) break
    // In pieces, so that a slow client is seen to take something.
    for (let at = 0; at < value.length && !outgoing.destroyed; at += pieceBytes) {
      if (!outgoing.write(value.subarray(at, at + pieceBytes))) await drained(outgoing, idleMs)
    }
  }
}

/** The most bytes that are written at once. */
const pieceBytes = 64 * 1024

/** Does nothing when a handler wants no more of a body: the client would not get the answer. */
const stay = (): void => undefined

/** The time for the rest of a body that the handler did not want, and how often its limit fits. */
const restMs = 5_000
const mostBodies = 4

/**
 * Reads the rest of a body, and keeps nothing of it. Most clients read the answer only once they
 * have sent everything, and lose it if the connection ends before.
 */
async function readRest(
  incoming: IncomingMessage,
  maxBytes: number,
  request: Request | undefined,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, restMs)
  let left = mostBodies * maxBytes
  if (!request?.body?.locked) await request?.body?.cancel()
  incoming.on('data', ({ length }: Uint8Array) => {
    left -= length
    if (left > 0) incoming.resume()
    else resolve()
  })
  incoming.once('end', resolve).once('close', resolve).resume()
  if (incoming.complete || incoming.destroyed) resolve()
  await promise
  clearTimeout(timer)
}

/** Waits until the client has taken what was written. Leaves one that takes longer. */
const drained = (outgoing: ServerResponse, idleMs: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = startTimer(() => outgoing.destroy(), idleMs)
    const done = () => {
      clearTimeout(timer)
      outgoing.off('drain', done).off('close', done)
      resolve()
    }
    outgoing.on('drain', done).on('close', done)
  })
