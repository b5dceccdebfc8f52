import type { McpObject } from '../src/mcp/mcp-wire.ts'

/** A request that the fake server got. */
export interface SeenRequest {
  readonly http: string
  readonly headers: Headers
  readonly method: string
  readonly id?: number | undefined
  readonly params: McpObject
  readonly body: McpObject
  readonly signal: AbortSignal | undefined
}

/** The ways to answer one request. */
export interface Answering {
  readonly seen: SeenRequest
  /** Returns an answer with these messages as events, and then the result. */
  stream(before: readonly McpObject[], result?: McpObject): Response
}

export type Handler = (params: McpObject, at: Answering) => unknown

/** The options of {@link fakeMcp}. */
export interface FakeMcpOptions {
  readonly era?: 'modern' | 'legacy'
  readonly tools?: readonly McpObject[]
  readonly handlers?: Readonly<Record<string, Handler>>
  readonly capabilities?: McpObject
  readonly instructions?: string
}

/** The error of a handler, as one of JSON-RPC. */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** An MCP server that is not there: the function that sends requests answers them. */
export interface FakeMcp {
  readonly fetch: typeof globalThis.fetch
  readonly requests: SeenRequest[]
  readonly handlers: Record<string, Handler>
  tools: readonly McpObject[]
  /** The session that is good now. */
  session: string
  /** Makes every request fail as on a lost network, until it is set back. */
  isDown: boolean
  /** Gives each answer in place of the server's, if it returns one. */
  intercept: ((seen: SeenRequest) => Response | undefined) | undefined
  /** Sends a message on each open stream of notifications. */
  tell(message: McpObject): void
  /** Ends the streams of notifications. */
  cut(): void
  readonly openStreams: number
  methods(): string[]
}

const encoder = new TextEncoder()

export const event = (message: McpObject): string => `data: ${JSON.stringify(message)}\n\n`

export const json = (body: unknown, init: ResponseInit = {}): Response =>
  new Response(JSON.stringify(body), {
    ...init,
    headers: { 'content-type': 'application/json', ...init.headers },
  })

/** Creates a server that speaks one era. */
export function fakeMcp(options: FakeMcpOptions = {}): FakeMcp {
  const { era = 'modern', capabilities = { tools: { listChanged: true } }, instructions } = options
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>()
  let sessions = 0
  const serverInfo = { name: 'tickets', title: 'The tickets', version: '1.0.0' }
  const own: Record<string, Handler> = {
    'server/discover': () => {
      if (era === 'legacy') throw new RpcError(-32_601, 'Method not found')
      return {
        supportedVersions: ['2026-07-28'],
        capabilities,
        instructions,
        _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
      }
    },
    initialize: () => {
      if (era === 'modern') throw new RpcError(-32_601, 'Method not found')
      server.session = `s${++sessions}`
      return { protocolVersion: '2025-11-25', capabilities, serverInfo, instructions }
    },
    'tools/list': () => ({ tools: server.tools }),
    'tools/call': ({ name }) => ({ content: [{ type: 'text', text: `${String(name)} is done` }] }),
  }
  const openStream = (signal: AbortSignal | undefined): Response => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        streams.add(controller)
        signal?.addEventListener('abort', () => {
          if (streams.delete(controller)) controller.error(signal.reason)
        })
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
  const server: FakeMcp = {
    requests: [],
    handlers: { ...own, ...options.handlers },
    tools: options.tools ?? [],
    session: '',
    isDown: false,
    intercept: undefined,
    tell: (message) => {
      for (const stream of streams) {
        stream.enqueue(encoder.encode(event({ jsonrpc: '2.0', ...message })))
      }
    },
    cut: () => {
      for (const stream of streams) stream.close()
      streams.clear()
    },
    get openStreams() {
      return streams.size
    },
    methods: () => server.requests.map(({ method }) => method),
    fetch: async (_url, init = {}) => {
      const { method: http = 'GET', body, signal } = init
      const message = (body ? JSON.parse(String(body)) : {}) as McpObject
      const seen: SeenRequest = {
        http,
        headers: new Headers(init.headers),
        method: String(message['method'] ?? http),
        id: message['id'] as number | undefined,
        params: (message['params'] ?? {}) as McpObject,
        body: message,
        signal: signal ?? undefined,
      }
      await Promise.resolve()
      signal?.throwIfAborted()
      if (server.isDown) throw new TypeError('fetch failed')
      server.requests.push(seen)
      const given = server.intercept?.(seen)
      if (given) return given
      if (http === 'DELETE') return new Response(null)
      const isNew = seen.method === 'initialize' || seen.method === 'server/discover'
      if (era === 'legacy' && !isNew && seen.headers.get('mcp-session-id') !== server.session) {
        return json(
          { jsonrpc: '2.0', id: null, error: { code: -32_001, message: 'Session not found' } },
          { status: 404 },
        )
      }
      if (http === 'GET' || seen.method === 'subscriptions/listen') return openStream(seen.signal)
      if (seen.id === undefined || !message['method']) return new Response(null, { status: 202 })
      const id = seen.id
      const at: Answering = {
        seen,
        stream: (before, result) => {
          const last = result ? [{ jsonrpc: '2.0', id, result }] : []
          return new Response([...before, ...last].map(event).join(''), {
            headers: { 'content-type': 'text/event-stream' },
          })
        },
      }
      const handler = server.handlers[seen.method]
      const headers =
        seen.method === 'initialize' && era === 'legacy'
          ? () => ({ 'mcp-session-id': server.session })
          : () => ({})
      try {
        if (!handler) throw new RpcError(-32_601, 'Method not found')
        const result = await handler(seen.params, at)
        if (result instanceof Response) return result
        const isAsking = 'resultType' in Object(result)
        const body =
          era === 'modern' && !isAsking ? { resultType: 'complete', ...Object(result) } : result
        return json({ jsonrpc: '2.0', id, result: body }, { headers: headers() })
      } catch (error) {
        if (!(error instanceof RpcError)) throw error
        const { code, message: words, data } = error
        return json({ jsonrpc: '2.0', id, error: { code, message: words, data } }, { status: 400 })
      }
    },
  }
  return server
}

/** The hints of a tool that changes what is the server's own. */
const harmless: McpObject = { destructiveHint: false, openWorldHint: false }

/** Returns a tool as a server lists it. Its hints say that it sends and destroys nothing. */
export const remoteTool = (name: string, more: McpObject = {}): McpObject => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
  annotations: harmless,
  ...more,
})
