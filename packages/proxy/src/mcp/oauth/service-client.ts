import {
  type AuthorizationServer,
  discover,
  type Discovered,
  OAuthError,
  readChallenge,
  readTokens,
  type Tokens,
  toTokenRequest,
} from '@ambit/core/oauth'
import type { Exchange } from '../../exchange.ts'
import { ProxyError } from '../../proxy-error.ts'
import { within } from '../../within.ts'
import type { McpServer } from '../mcp-server.ts'
import { askService, checkServiceUrl, getJson } from './ask-service.ts'
import type { McpOAuth } from './mcp-oauth.ts'

/** An MCP server with a sign-in. */
export interface OAuthServer {
  /** The name of the server, which is a part of its path. */
  name: string
  server: McpServer
  oauth: McpOAuth
}

/** The parts of a sign-in service that the proxy needs after a sign-in has begun. */
export type Service = Pick<
  AuthorizationServer,
  'issuer' | 'tokenEndpoint' | 'revocationEndpoint' | 'namesIssuer' | 'takesSecretInBody'
>

/** What the server says about its sign-in. */
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
  const found = await discover({
    url,
    challenge,
    getJson: (at) => getJson(at, doFetch),
    checkUrl: (at) => checkServiceUrl(at, rules),
  })
  if (oauth.clientMetadataUrl !== undefined && !found.server.takesClientDocuments) {
    throw new OAuthError(
      'metadata',
      'The sign-in service takes no client metadata documents. Register a client there, and set `clientId`.',
    )
  }
  return { ...found, scope: challenge.scope }
}

/** Gets tokens for a code, or for a refresh token. */
export async function requestTokens(
  exchange: Exchange,
  given: OAuthServer,
  service: Service,
  fields: Readonly<Record<string, string>>,
): Promise<Tokens> {
  const { tokenEndpoint, takesSecretInBody } = service
  const request = toTokenRequest(await clientOf(exchange, given), takesSecretInBody, fields)
  const { status, value } = await post(given, tokenEndpoint, request)
  if (status >= 500 || status === 429) {
    throw new ProxyError('upstream_error', { message: 'The sign-in service failed.' })
  }
  return readTokens(status, value, Date.now(), fields['refresh_token'])
}

/** Asks the service to end the tokens. Does nothing if it cannot. */
export async function revoke(
  exchange: Exchange,
  given: OAuthServer,
  { revocationEndpoint, takesSecretInBody }: Service,
  { refreshToken, accessToken }: Tokens,
): Promise<void> {
  if (revocationEndpoint === undefined) return
  const fields = {
    token: refreshToken ?? accessToken,
    token_type_hint: refreshToken === undefined ? 'access_token' : 'refresh_token',
  }
  const request = toTokenRequest(await clientOf(exchange, given), takesSecretInBody, fields)
  await post(given, revocationEndpoint, request).catch(() => {})
}

const post = (
  { server }: OAuthServer,
  url: string,
  request: { headers: Record<string, string>; body: string },
): ReturnType<typeof askService> =>
  askService({ url, method: 'POST', ...request, fetch: server.fetch })

/** Returns the id and the secret of the client. */
async function clientOf(
  exchange: Exchange,
  { oauth: { clientId, clientMetadataUrl = '', clientSecret } }: OAuthServer,
): Promise<{ clientId: string; clientSecret?: string | undefined }> {
  return {
    clientId: clientId ?? clientMetadataUrl,
    clientSecret:
      typeof clientSecret === 'function' ? await callSecret(exchange, clientSecret) : clientSecret,
  }
}

/** Calls the function for the secret. It is not cut short if the client leaves. */
async function callSecret(
  { options }: Exchange,
  clientSecret: () => string | PromiseLike<string>,
): Promise<string> {
  try {
    const name = 'The `clientSecret` of the MCP server'
    return await within(name, options.timeouts.callbackMs, clientSecret)
  } catch (cause) {
    throw new ProxyError('internal_error', { cause })
  }
}
