import { checkBaseUrl } from '../base-url.ts'
import type { Route, RouteGroup } from '../exchange.ts'
import type { McpServer } from './forward-mcp.ts'

/** A pattern of the headers that MCP clients send. */
const clientHeaders = /^(mcp-(session-id|protocol-version|method|name|param-[\w-]+)|last-event-id)$/

/**
 * Creates routes at `{basePath}/mcp/<name>` to remote MCP servers. The secrets of these servers
 * never reach a client.
 *
 * @throws TypeError that names the missing or unsafe option.
 *
 * @example
 * const headers = async () => ({ authorization: await token() })
 * createProxy({ authorize, routes: [mcpServers({
 *   tickets: { url: 'https://mcp.example.com', headers },
 * })] })
 */
export function mcpServers(servers: Readonly<Record<string, McpServer>>): RouteGroup {
  const table = new Map(Object.entries(servers))
  for (const [name, { url, allowHttp = false }] of table) {
    if (!/^[a-z0-9-]+$/.test(name)) {
      throw new TypeError(`mcpServers: \`${name}\` cannot name a route. Use a-z, 0-9 and hyphens.`)
    }
    checkBaseUrl(`mcpServers: \`${name}\`.url`, url, allowHttp)
  }
  return {
    modelIds: [],
    find(path) {
      const [, name = ''] = /^\/mcp\/([a-z0-9-]+)$/.exec(path) ?? []
      const server = table.get(name)
      if (!server) return undefined
      const route: Route = async (exchange) =>
        (await import('./forward-mcp.ts')).forwardMcp(exchange, server)
      return {
        label: path,
        methods: new Map(['POST', 'GET', 'DELETE'].map((word) => [word, route])),
        clientHeaders,
      }
    },
  }
}
