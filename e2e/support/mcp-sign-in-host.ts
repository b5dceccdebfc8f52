import { createServer, type Server } from 'node:http'
import { createProxy, mcpServers } from '@ambit/proxy'
import { nodeListener } from '@ambit/proxy/node'
import { createOAuthService, type OAuthService } from '../../packages/core/test/oauth-service.ts'
import { buildPage, readPage } from './build-page.ts'
import { close, listen } from './listen.ts'

/** The servers of `e2e/mcp-sign-in`: the page and its proxy, an MCP server, its sign-in service. */
export interface McpSignInHost extends AsyncDisposable {
  readonly url: string
  readonly service: OAuthService
  /** Makes the sign-in page cut its tie to the page that opened it. */
  cutOff: boolean
}

const schema = { type: 'object', properties: {} }
const annotations = { readOnlyHint: true, openWorldHint: false }

/** Plays the methods of the MCP server. */
function resultOf(method: string, user: string): object | undefined {
  if (method === 'initialize') {
    const serverInfo = { name: 'tickets', version: '1' }
    return { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo }
  }
  if (method === 'tools/list') {
    return {
      tools: [{ name: 'whoami', description: 'Tells who asks.', inputSchema: schema, annotations }],
    }
  }
  if (method !== 'tools/call') return undefined
  return { content: [{ type: 'text', text: `You are ${user}` }] }
}

/** Builds the page from `src`, and starts all servers. */
export async function startMcpSignInHost(): Promise<McpSignInHost> {
  const files = await buildPage('mcp-sign-in/page.tsx')
  const played = Promise.withResolvers<OAuthService>()
  const host = { cutOff: false }

  /** Answers pages of any origin, as a server for direct connections does. */
  const play = nodeListener(async (request) => {
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '',
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-expose-headers': 'www-authenticate',
    }
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers })
    const service = await played.promise
    if (new URL(request.url).pathname === '/authorize') {
      const back = new URL(request.url).searchParams.get('redirect_uri') ?? ''
      const query = service.press(request.url, 'Ada').replaceAll('&', '&amp;')
      const html = `<!doctype html><title>Login</title><a href="${back}${query}">Allow</a><script>document.title = String(window.opener)</script>`
      const coop = host.cutOff && { 'cross-origin-opener-policy': 'same-origin' }
      return new Response(html, { headers: { 'content-type': 'text/html', ...coop } })
    }
    const response = await service.fetch(request)
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
    return response
  })
  const servers: Server[] = []
  const serve = (listener: ReturnType<typeof nodeListener>): Promise<string> => {
    const server = createServer(listener)
    servers.push(server)
    return listen(server)
  }
  const [origin, login] = [await serve(play), await serve(play)]
  const service = createOAuthService({ origin, login, result: resultOf })
  played.resolve(service)

  const tickets = { url: service.url, oauth: { clientId: 'app' } }
  const proxy = createProxy({ insecureDev: true, use: [mcpServers({ tickets })] })
  const url = await serve(
    nodeListener(async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname.startsWith('/api/agent/')) return proxy(request)
      const { text, type } = readPage(files, pathname)
      return new Response(text, { headers: { 'content-type': type } })
    }),
  )
  return Object.assign(host, {
    url: `${url}/`,
    service,
    async [Symbol.asyncDispose]() {
      await Promise.all(servers.map(close))
    },
  })
}
