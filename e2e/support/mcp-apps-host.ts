import { createServer } from 'node:http'
import { mcpAppSandbox } from '@ambit/bridges/mcp-apps'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { attackPage, endings } from '../mcp-apps/attack.ts'
import { buildPage, readPage } from './build-page.ts'
import { close, listen } from './listen.ts'

/** The servers of `e2e/mcp-apps`: the page with its MCP server, and one that nobody declares. */
export interface McpAppsHost extends AsyncDisposable {
  readonly url: string
  /** The address of the sandbox on another origin. */
  readonly otherSandbox: string
  /** The addresses that reached the server that nobody declares. */
  readonly leaks: string[]
  /** True to have the MCP server answer nothing. */
  isGone: boolean
}

/** The policy of a page that forbids inline scripts and styles. */
const strict =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; img-src 'self'"

/** Builds the page and the official guest, and serves both with a server of tickets. */
export async function startMcpAppsHost(): Promise<McpAppsHost> {
  const files = await buildPage('mcp-apps/page.tsx')
  files.set('/sandbox', mcpAppSandbox)
  const guestCode = (await buildPage('mcp-apps/guest.ts'))
    .get('/guest.js')
    ?.replaceAll('</script', '<\\/script')
  const leaks: string[] = []
  const evil = createServer(({ url = '' }, response) => {
    leaks.push(url)
    response.writeHead(200, { 'access-control-allow-origin': '*' })
    response.end('<title>Evil</title>')
  })
  evil.on('upgrade', ({ url = '' }, socket) => {
    leaks.push(url)
    socket.destroy()
  })
  const undeclared = await listen(evil)
  const ways = Object.keys(endings) as (keyof typeof endings)[]
  const attacks = Object.fromEntries(ways.map((way) => [way, attackPage(undeclared, way)]))
  const guest = `<!doctype html><html><body><script>${guestCode}</script></body></html>`
  const mcp = toNodeHandler(createMcpHandler(() => ticketServer({ guest, ...attacks })))

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/mcp') {
      if (host.isGone) response.writeHead(503).end()
      else void mcp(request as never, response)
      return
    }
    const { text, type } = readPage(files, pathname)
    response.setHeader('content-type', type)
    if (searchParams.has('strict')) response.setHeader('content-security-policy', strict)
    response.end(text)
  })
  const url = await listen(server)
  const host: McpAppsHost = {
    url: `${url}/`,
    // Another name of the same machine is another origin.
    otherSandbox: `${url.replace('127.0.0.1', 'localhost')}/sandbox`,
    leaks,
    isGone: false,
    async [Symbol.asyncDispose]() {
      await Promise.all([server, evil].map(close))
    },
  }
  return host
}

const id = fromJsonSchema<{ id?: number }>({
  type: 'object',
  properties: { id: { type: 'number' } },
})
const board = fromJsonSchema<{ board: string }>({
  type: 'object',
  properties: { board: { type: 'string' } },
})

/** Creates the server of tickets, by the official SDK. */
function ticketServer(pages: Record<string, string>): McpServer {
  const server = new McpServer({ name: 'tickets', version: '1.0.0' })
  const text = (words: string) => ({ content: [{ type: 'text' as const, text: words }] })
  for (const [name, page] of Object.entries(pages)) {
    const uri = `ui://tickets/${name}`
    const contents = [{ uri, mimeType: 'text/html;profile=mcp-app', text: page }]
    server.registerResource(name, uri, { mimeType: 'text/html;profile=mcp-app' }, () => ({
      contents,
    }))
  }
  const shownBy = (name: string) => ({ ui: { resourceUri: `ui://tickets/${name}` } })
  const annotations = { destructiveHint: false, openWorldHint: false }
  const show = {
    description: 'Shows a board.',
    inputSchema: board,
    annotations,
    _meta: shownBy('guest'),
  }
  server.registerTool('show', show, (args) => ({
    ...text(`board ${args.board}`),
    structuredContent: { open: 3 },
  }))
  for (const name of Object.keys(endings)) {
    const attack = {
      description: 'Attacks.',
      inputSchema: board,
      annotations,
      _meta: shownBy(name),
    }
    server.registerTool(name, attack, () => text('attacked'))
  }
  const own = { inputSchema: id, description: 'Of the app.', annotations }
  const forApps = { ui: { visibility: ['app'] } }
  server.registerTool('refresh', { ...own, _meta: forApps }, () => text('2 open'))
  const close = { ...own, _meta: forApps, annotations: { destructiveHint: true } }
  server.registerTool('close_ticket', close, (args) => text(`closed ${args.id}`))
  const forModels = { ui: { visibility: ['model'] } }
  server.registerTool('model_only', { ...own, _meta: forModels }, () => text('secret'))
  return server
}
