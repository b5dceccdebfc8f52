import type { Exchange } from '../exchange.ts'
import { ProxyError } from '../proxy-error.ts'
import { readJson } from '../read-json.ts'
import { respond } from '../respond.ts'
import { abortableRequest } from '../abortable.ts'
import { fetchUpstream } from '../upstream/fetch-upstream.ts'
import { relay } from '../upstream/relay.ts'

/** A remote MCP server, over its streamable HTTP transport. */
export interface McpServer {
  /** `https`, or `http` to this machine. */
  url: string
  /** Lets `url` be `http` to another machine, on a network you trust. Default: false. */
  allowHttp?: boolean | undefined
  /** The server's secrets, asked for at each request; who asks may matter. Default: none. */
  headers?:
    | ((
        subject: string | undefined,
      ) => Record<string, string> | PromiseLike<Record<string, string>>)
    | undefined
  /** Default: the global `fetch`. Must not follow redirects. */
  fetch?: typeof fetch | undefined
}

/** What a client may tell an MCP server in headers. None of it can be a credential. */
const clientHeaders = ['mcp-session-id', 'mcp-protocol-version', 'last-event-id']

/** Hands a message of a client to an MCP server, with the server's secrets, and its answer back. */
export async function forwardMcp(exchange: Exchange, server: McpServer): Promise<Response> {
  const { request, options, subject, abort } = exchange
  const { method } = request
  const body =
    method === 'POST' ? JSON.stringify(await readJson(request, options.maxBodyBytes)) : undefined
  const deadlines = await exchange.begin()
  const kept = clientHeaders.flatMap((name) => {
    const value = request.headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  const secrets = await abortableRequest(Promise.resolve(server.headers?.(subject)), abort.signal)
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
  // A server that is listened to may have nothing to say for a long time.
  deadlines.arrived()
  if (method === 'GET') deadlines.waiting = () => {}
  const stream = relay(exchange, { reader: response.body.getReader(), deadlines })
  return respond(exchange, 200, stream, { ...headers, 'content-type': type })
}
