import { callHook } from '../call-hook.ts'
import type { Deadlines } from '../deadlines.ts'
import type { Exchange } from '../exchange.ts'
import { ProxyError } from '../proxy-error.ts'
import { readJson } from '../read-json.ts'
import { isObject } from '../pass-through/endpoint.ts'
import { parseBody, parseJson } from '../parse-body.ts'
import { respond, respondJson } from '../respond.ts'
import { fetchUpstream, readSome } from '../upstream/fetch-upstream.ts'
import { relay, type Tap } from '../upstream/relay.ts'
import { readClientHeaders } from './client-headers.ts'
import type { McpServer } from './mcp-servers.ts'
import type { Access } from './oauth/access.ts'

/** The refusals that mean something in the protocol, such as a session that is over. */
const meaningful = [400, 404, 405, 406, 409, 422, 429]

/**
 * Forwards a client's message to an MCP server, with the server's secrets. Relays the answer.
 *
 * @param access The access with the user's own token, for a server with `oauth`.
 */
export async function forwardMcp(
  exchange: Exchange,
  server: McpServer,
  access?: Access,
): Promise<Response> {
  const { request, options, subject } = exchange
  const { method } = request
  await exchange.admit()
  const message =
    method === 'POST' ? await readJson(request, options.bytes.request, parseBody) : undefined
  const body = method === 'POST' ? JSON.stringify(message) : undefined
  const isListening =
    method === 'GET' || (isObject(message) && message['method'] === 'subscriptions/listen')
  const kept = readClientHeaders(request.headers)
  const deadlines = await exchange.begin(undefined, 0, isListening)
  const getSecrets = (): ReturnType<NonNullable<McpServer['headers']>> =>
    server.headers?.(subject) ?? {}
  const secrets = await callHook(exchange, 'The `headers` of the MCP server', getSecrets)
  let sent = secrets
  const send = (authorization?: Record<string, string>): Promise<Response> => {
    sent = { ...secrets, ...authorization }
    return fetchUpstream(exchange, {
      url: server.url,
      method,
      headers: {
        accept: method === 'GET' ? 'text/event-stream' : 'application/json, text/event-stream',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...kept,
        ...sent,
      },
      body,
      passes: access ? [...meaningful, 401, 403] : meaningful,
      fetch: server.fetch,
    })
  }
  const response = access
    ? await access.withToken(exchange, (token) => send({ authorization: `Bearer ${token}` }))
    : await send()
  const { status } = response
  const session = response.headers.get('mcp-session-id')
  const headers = { ...(session !== null && { 'mcp-session-id': session }) }
  if (status >= 400) {
    const text = await readSome(response, exchange.abort.signal)
    return answerRefusal(exchange, status, text, Object.values(sent))
  }
  const type = response.headers.get('content-type')
  if (status !== 200 || method === 'DELETE' || !type || !response.body) {
    await response.body?.cancel()
    if (status === 200 && method !== 'DELETE') throw new ProxyError('upstream_cut')
    exchange.finish(status)
    return respond(exchange, status, null, headers)
  }
  deadlines.arrived()
  if (isListening) listen(exchange, deadlines)
  const streams = /^text\/event-stream\b/i.test(type)
  const tap = streams ? untilQuestion(deadlines) : undefined
  const stream = relay(exchange, { reader: response.body.getReader(), deadlines, tap, streams })
  return respond(exchange, 200, stream, { ...headers, 'content-type': type })
}

/** Lets a stream go on for any time, until the proxy shuts down. */
function listen({ abort }: Exchange, deadlines: Deadlines): void {
  endTimers(deadlines)
  abort.signal.addEventListener('drain', () => abort.abort(new ProxyError('shutting_down')))
}

/** Ends the timers, also those that would begin later. */
function endTimers(deadlines: Deadlines): void {
  deadlines.end()
  deadlines.waiting = () => {}
}

/** Ends the timers once the server asks the user, who may think for any time. */
function untilQuestion(deadlines: Deadlines): Tap {
  const decoder = new TextDecoder()
  let text = ''
  return {
    isComplete: () => true,
    write(bytes) {
      text += decoder.decode(bytes, { stream: true })
      if (/elicitation\\?\/create/.test(text)) endTimers(deadlines)
      text = text.slice(-32)
    },
  }
}

/**
 * Answers with a refusal of an MCP server: its status, and its error if it is one of JSON-RPC.
 * Drops an error that holds a secret, and every other text.
 */
function answerRefusal(
  exchange: Exchange,
  status: number,
  text: string,
  secrets: readonly string[],
): Response {
  const error = readError(text)
  const code = 'upstream_rejected'
  exchange.finish(status, new ProxyError(code, { upstreamStatus: status }))
  // A server may repeat a part of the header, such as the token without its scheme.
  const words = secrets.flatMap((secret) => secret.split(/\s+/)).filter(({ length }) => length > 5)
  if (!error || words.some((word) => text.includes(word))) return respond(exchange, status, null)
  return respondJson(exchange, status, error)
}

/** Reads an error of JSON-RPC, without other fields. Undefined if `text` is not one. */
function readError(text: string): object | undefined {
  const value = parseJson(text)
  if (!isObject(value) || value['jsonrpc'] !== '2.0' || !isObject(value['error'])) return undefined
  const { id = null, error } = value
  const { code, message, data } = error
  return { jsonrpc: '2.0', id, error: { code, message, data } }
}
