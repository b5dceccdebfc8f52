import { createServer } from 'node:http'
import { createProxy, mcpServers } from '@ambit/proxy'
import { nodeListener } from '@ambit/proxy/node'
import { everything, shop } from '../../packages/bridges/test/real-mcp.ts'
import { buildPage, readPage } from './build-page.ts'
import { close, listen } from './listen.ts'

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
    use: [mcpServers({ everything: { url: one.url }, shop: { url: two.url } })],
  })
  const listener = nodeListener(proxy)
  const files = await buildPage('mcp/page.tsx')
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname.startsWith('/api/agent')) return listener(request, response)
    const { text, type } = readPage(files, pathname)
    response.writeHead(200, { 'content-type': type, 'content-security-policy': policy })
    return response.end(text)
  })
  const url = await listen(server)
  return {
    url: `${url}/`,
    async [Symbol.asyncDispose]() {
      await close(server)
      await Promise.all([one.stop(), two.stop()])
    },
  }
}
