import type { Exchange } from '../../exchange.ts'
import { isPrivateHost } from '../../is-private-host.ts'
import { isLoopbackHost } from '../../loopback.ts'
import { ProxyError } from '../../proxy-error.ts'
import { within } from '../../abortable.ts'
import type { McpServer } from '../mcp-servers.ts'
import type { McpOAuth } from './mcp-oauth.ts'
import {
  type Discovered,
  type OAuthClient,
  OAuthError,
  type ServiceClient,
  type SignInService,
  askService,
  discover,
  readChallenge,
  registerClient,
} from '@ambit/protocol/oauth'

/** An MCP server with a sign-in. */
export interface OAuthServer {
  /** The name of the server, which is a part of its path. */
  name: string
  server: McpServer
  oauth: McpOAuth
}

/** The sign-in service of a server, as both describe it. */
interface Found extends Discovered {
  /** The rights that its refusal asks for. */
  scope: string | undefined
}

/** Asks the MCP server without a token, and finds the service where people sign in. */
export async function findService(
  { options }: Exchange,
  { server, oauth }: OAuthServer,
): Promise<Found> {
  const { url, fetch: doFetch } = server
  const rules = {
    origin: new URL(url).origin,
    allowPrivateUrls: oauth.allowPrivateUrls ?? false,
    insecureDev: options.insecureDev,
  }
  const { headers } = await askService({
    url,
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'ping' }),
    fetch: doFetch,
  })
  const challenge = readChallenge(headers.get('www-authenticate'))
  const checkUrl = (at: string): void => checkServiceUrl(at, rules)
  const found = await discover({ url, challenge, checkUrl, fetch: doFetch })
  return { ...found, scope: challenge.scope }
}

/**
 * Returns the client that registers itself at a service, because the configuration has none that
 * the service knows. Undefined if it has one.
 */
export async function registerFor(
  { server }: Found,
  given: OAuthServer,
  redirectUri: string,
): Promise<OAuthClient | undefined> {
  const { clientId } = given.oauth
  const isKnown = clientId !== undefined || (server.takesClientDocuments && clientIdOf(given.oauth))
  return isKnown ? undefined : registerClient(server, redirectUri, given.server.fetch)
}

/** Returns the id of the client of the configuration. Empty without one. */
export const clientIdOf = ({ clientId, clientMetadataUrl = '' }: McpOAuth): string =>
  clientId ?? clientMetadataUrl

/** Returns the client of a sign-in service, which may have registered itself. Gets its secret. */
export async function clientOf(
  exchange: Exchange,
  { server, oauth }: OAuthServer,
  service: SignInService,
  registered?: OAuthClient,
): Promise<ServiceClient> {
  if (registered) return { ...registered, isRegistered: true, service, fetch: server.fetch }
  const { clientSecret } = oauth
  return {
    clientId: clientIdOf(oauth),
    clientSecret:
      typeof clientSecret === 'function' ? await callSecret(exchange, clientSecret) : clientSecret,
    service,
    fetch: server.fetch,
  }
}

/** Calls the function for the secret. Goes on if the client leaves: others wait for it too. */
async function callSecret(
  { options }: Exchange,
  clientSecret: () => string | PromiseLike<string>,
): Promise<string> {
  try {
    const name = 'The `clientSecret` of the MCP server'
    return await within(name, options.timeouts.callback, clientSecret)
  } catch (cause) {
    throw new ProxyError('internal_error', { cause })
  }
}

/** The rules for a URL that comes from a server. */
interface UrlRules {
  /** The origin that the configuration names, which may be anywhere. */
  origin: string
  allowPrivateUrls: boolean
  insecureDev: boolean
}

/**
 * Checks a URL that an MCP server or a sign-in service named.
 *
 * @throws OAuthError `metadata` unless it is an https URL of a public host.
 */
function checkServiceUrl(text: string, rules: UrlRules): void {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && url.origin === rules.origin && !url.username && !url.password) return
  const isDev = rules.insecureDev && url !== undefined && isLoopbackHost(url.hostname)
  const isHttps = url?.protocol === 'https:' || (isDev && url.protocol === 'http:')
  if (!url || !isHttps || url.username || url.password) {
    throw new OAuthError('metadata', 'The server names a sign-in service that is not https.')
  }
  if (isDev || rules.allowPrivateUrls || !isPrivateHost(url.hostname)) return
  throw new OAuthError(
    'metadata',
    'The server names a sign-in service on a private network, which the proxy does not ask. If you trust it, set `allowPrivateUrls`.',
  )
}
