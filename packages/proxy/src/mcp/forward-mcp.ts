import { callHook } from '../call-hook.ts'
import type { Exchange } from '../exchange.ts'
import { ProxyError } from '../proxy-error.ts'
import { readJson } from '../read-json.ts'
import { respond } from '../respond.ts'
import { fetchUpstream } from '../upstream/fetch-upstream.ts'
import { relay } from '../upstream/relay.ts'

/** A remote MCP server with the streamable HTTP transport. */
export interface McpServer {
  /** The URL of the server: `https`, or `http` to this machine. */
  url: string
  /** True to let `url` be `http` to another machine, on a network you trust. Default: false. */
  allowHttp?: boolean | undefined
  /** Returns the server's secrets for `subject`. Called for each request. Default: none. */
  headers?:
    | ((
        subject: string | undefined,
      ) => Record<string, string> | PromiseLike<Record<string, string>>)
    | undefined
  /** The `fetch` to use. It must not follow redirects. Default: the global `fetch`. */
  fetch?: typeof fetch | undefined
}

/** The headers that a client may send to an MCP server. None of them can be a credential. */
const clientHeaders = ['mcp-session-id', 'mcp-protocol-version', 'last-event-id']

/** Forwards a client's message to an MCP server, with the server's secrets. Relays the answer. */
export async function forwardMcp(exchange: Exchange, server: McpServer): Promise<Response> {
  const { request, options, subject } = exchange
  const { method } = request
  const body =
    method === 'POST' ? JSON.stringify(await readJson(request, options.maxBodyBytes)) : undefined
  const deadlines = await exchange.begin()
  const kept = clientHeaders.flatMap((name) => {
    const value = request.headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  const secrets = await callHook(exchange, 'The `headers` of the MCP server', () =>
    server.headers?.(subject),
  )
  const response = await fetchUpstream(exchange, {
    url: server.url,
    method,
    headers: {
      accept: method === 'GET' ? 'text/event-stream' : 'application/json, text/event-stream',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...Object.fromEntries(kept),
      ...secrets,
    },
    body,
    fetch: server.fetch,
  })
  const session = response.headers.get('mcp-session-id')
  const headers = { ...(session !== null && { 'mcp-session-id': session }) }
  const type = response.headers.get('content-type')
  if (response.status !== 200 || !type || !response.body) {
    await response.body?.cancel()
    if (response.status === 200 && method !== 'DELETE') throw new ProxyError('upstream_cut')
    exchange.finish(response.status)
    return respond(exchange, response.status, null, headers)
  }
  // On a GET stream the server may send nothing for a long time.
  deadlines.arrived()
  if (method === 'GET') deadlines.waiting = () => {}
  const streams = type.startsWith('text/event-stream')
  const stream = relay(exchange, { reader: response.body.getReader(), deadlines, streams })
  return respond(exchange, 200, stream, { ...headers, 'content-type': type })
}
