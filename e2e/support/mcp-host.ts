import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createProxy, mcpServers } from '@ambit/proxy'
import { toNodeListener } from '@ambit/proxy/node'
import { everything, shop } from '../../packages/bridges/test/real-mcp.ts'
import { buildPage } from './build-page.ts'

/** The server of `e2e/mcp`: the page under a strict policy, and the proxy of two MCP servers. */
export interface McpHost extends AsyncDisposable {
  readonly url: string
}

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'"

/** Builds the page from `src`, and serves it. */
export async function startMcpHost(): Promise<McpHost> {
  const [one, two] = await Promise.all([everything(), shop()])
  const proxy = createProxy({
    insecureDev: true,
    log: () => undefined,
    routes: [mcpServers({ everything: { url: one.url }, shop: { url: two.url } })],
  })
  const listener = toNodeListener(proxy)
  const files = await buildPage('mcp/page.tsx')
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname.startsWith('/api/agent')) return listener(request, response)
    const file = files.get(pathname)
    const isScript = pathname.endsWith('.js')
    const type = file ? (isScript ? 'text/javascript' : 'text/css') : 'text/html'
    response.writeHead(200, { 'content-type': type, 'content-security-policy': policy })
    const page = `<!doctype html><title>Page</title><link rel="stylesheet" href="/page.css"><div id="root"></div><script type="module" src="/page.js"></script>`
    return response.end(file ?? page)
  })
  server.listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      await Promise.all([one.stop(), two.stop()])
    },
  }
}
