import { checkBaseUrl } from '../base-url.ts'
import { type Check, flag, fn, group, inside, record, text, wrong } from '../check-options.ts'
import type { FoundRoute, ProxyPlugin, Route } from '../exchange.ts'
import { clientHeaders } from './client-headers.ts'
import { type McpOAuth, oauthOption } from './oauth/mcp-oauth.ts'
import type { SignInRoutes } from './oauth/sign-in-routes.ts'

/**
 * Creates routes at `{path}/mcp/<name>` to remote MCP servers. The secrets of these servers
 * never reach a client. A server with `oauth` also has `/sign-in` and `/callback` below its path.
 *
 * @throws TypeError that names the missing, unknown or unsafe option, or one of another type.
 *
 * @example
 * const headers = async () => ({ authorization: await token() })
 * createProxy({ authorize, use: [mcpServers({
 *   tickets: { url: 'https://mcp.example.com', headers },
 * })] })
 */
export function mcpServers(servers: Readonly<Record<string, McpServer>>): ProxyPlugin {
  record(serverCheck)(servers, ['mcpServers', ''])
  const table = new Map(
    Object.entries(servers).map(([name, server]) => [name, routesOf(name, server)]),
  )
  return {
    paths: [...table.keys()].map((name) => `/mcp/${name}`),
    find(path) {
      const [, name = '', rest = ''] = /^\/mcp\/([a-z0-9-]+)((?:\/[a-z-]+)?)$/.exec(path) ?? []
      const found = table.get(name)?.get(rest)
      return found && { label: path, ...found }
    },
  }
}

const options: Check = group<McpServer>(
  { url: text, allowHttp: flag, headers: fn, oauth: oauthOption, fetch: fn },
  ['url'],
)

const serverCheck: Check = (value, at) => {
  options(value, at)
  const { url, allowHttp = false } = value as McpServer
  if (!/^[a-z0-9-]+$/.test(at[1])) {
    throw wrong(at, 'cannot name a route. Use a-z, 0-9 and hyphens.')
  }
  checkBaseUrl(inside(at, 'url'), url, allowHttp)
}

type Routes = ReadonlyMap<string, Omit<FoundRoute, 'label'>>

/** Returns the routes of a server, by the rest of their path. */
function routesOf(name: string, server: McpServer): Routes {
  const { oauth } = server
  let loading: Promise<SignInRoutes> | undefined
  const signIn =
    (part: keyof SignInRoutes, given: McpOAuth): Route =>
    async (exchange) => {
      loading ??= import('./oauth/sign-in-routes.ts').then((it) =>
        it.createSignInRoutes({ name, server, oauth: given }),
      )
      return (await loading)[part](exchange)
    }
  const forward: Route = oauth
    ? signIn('forward', oauth)
    : async (exchange) => (await import('./forward-mcp.ts')).forwardMcp(exchange, server)
  const methods = new Map(['POST', 'GET', 'DELETE'].map((word) => [word, forward]))
  const routes = new Map<string, Omit<FoundRoute, 'label'>>([['', { methods, clientHeaders }]])
  if (!oauth) return routes
  const begin = new Map([
    ['POST', signIn('begin', oauth)],
    ['DELETE', signIn('signOut', oauth)],
  ])
  const callback = new Map([
    ['GET', signIn('page', oauth)],
    ['POST', signIn('finish', oauth)],
  ])
  return routes
    .set('/sign-in', { methods: begin })
    .set('/callback', { methods: callback, openMethod: 'GET' })
}

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
  /**
   * Lets each user sign in, so that the server knows them. The tokens stay on the proxy. Default:
   * nobody signs in.
   */
  oauth?: McpOAuth | undefined
  /** The `fetch` to use. It must not follow redirects. Default: the global `fetch`. */
  fetch?: typeof fetch | undefined
}
