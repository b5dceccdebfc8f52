import type { AuthorizationServer } from './discovery.ts'
import { askService, OAuthError } from './service.ts'

/** The parts of a sign-in service that a client needs once a sign-in has begun. */
export type SignInService = Pick<
  AuthorizationServer,
  'issuer' | 'tokenEndpoint' | 'revocationEndpoint' | 'namesIssuer' | 'takesSecretInBody'
>

/** Returns the parts of a sign-in service to keep. */
export function toService(server: AuthorizationServer): SignInService {
  const { issuer, tokenEndpoint, revocationEndpoint, namesIssuer, takesSecretInBody } = server
  return { issuer, tokenEndpoint, revocationEndpoint, namesIssuer, takesSecretInBody }
}

/** A client at its sign-in service. */
export interface ServiceClient extends OAuthClient {
  readonly service: SignInService
  /** The `fetch` to use. Default: the global one. */
  readonly fetch?: typeof fetch | undefined
}

/**
 * Gets tokens for a code, or for a refresh token.
 *
 * @param fields The fields of the request, such as `grant_type`.
 * @throws OAuthError `expired` if the code or refresh token counts no more. Also if the service has
 * forgotten a client that registered itself: another sign-in registers it anew. `token` for an
 * answer that cannot be used, `unreachable` if the service fails.
 */
export async function requestTokens(
  client: ServiceClient,
  fields: Readonly<Record<string, string>>,
): Promise<Tokens> {
  const { status, value } = await post(client, client.service.tokenEndpoint, fields)
  if (status >= 500 || status === 429) {
    throw new OAuthError('unreachable', 'The sign-in service failed. Wait a moment.')
  }
  const ends = client.isRegistered ? [...ending, 'invalid_client'] : ending
  return readTokens({ status, value, ends }, Date.now(), fields['refresh_token'])
}

/**
 * Registers a client at a sign-in service that lets anybody do so.
 *
 * @param fetch The `fetch` to use. Default: the global one.
 * @throws OAuthError `metadata` if the service registers nobody.
 * @see https://www.rfc-editor.org/rfc/rfc7591
 */
export async function registerClient(
  { registrationEndpoint: url, takesNoSecret }: AuthorizationServer,
  redirectUri: string,
  fetch?: typeof globalThis.fetch,
): Promise<OAuthClient> {
  const words = 'The sign-in service does not know this client, and registers none by itself.'
  if (url === undefined) throw new OAuthError('metadata', words)
  const body = JSON.stringify({
    client_name: 'Ambit',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    ...(takesNoSecret && { token_endpoint_auth_method: 'none' }),
  })
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  const { status, value } = await askService({ url, method: 'POST', headers, body, fetch })
  if (status >= 500) throw new OAuthError('unreachable', 'The sign-in service failed.')
  const { client_id: clientId, client_secret: secret } = Object(value) as Record<string, unknown>
  if (status >= 400 || !isToken(clientId)) throw new OAuthError('metadata', words)
  return { clientId, clientSecret: isToken(secret) ? secret : undefined, isRegistered: true }
}

/** Asks the service to end tokens. Does nothing if it cannot, or fails. */
export async function revokeTokens(
  client: ServiceClient,
  { refreshToken, accessToken }: Pick<Tokens, 'refreshToken'> & Partial<Tokens>,
): Promise<void> {
  const { revocationEndpoint } = client.service
  const token = refreshToken ?? accessToken
  if (revocationEndpoint === undefined || token === undefined) return
  const token_type_hint = refreshToken === undefined ? 'access_token' : 'refresh_token'
  await post(client, revocationEndpoint, { token, token_type_hint }).catch(() => {})
}

function post(
  client: ServiceClient,
  url: string,
  fields: Readonly<Record<string, string>>,
): ReturnType<typeof askService> {
  const request = toTokenRequest(client, client.service.takesSecretInBody, fields)
  return askService({ url, method: 'POST', ...request, fetch: client.fetch })
}

/** A client, as the sign-in service knows it. */
export interface OAuthClient {
  readonly clientId: string
  /** The secret of a client on a server. Never one of a page. */
  readonly clientSecret?: string | undefined
  /** True for a client that registered itself: a service may forget it, and knows it no more. */
  readonly isRegistered?: boolean | undefined
}

/** The tokens of a user. */
export interface Tokens {
  /** The token for the requests. Visible ASCII characters only, so that a header can hold it. */
  readonly accessToken: string
  /** The token that gets the next ones. Absent if the user must sign in again. */
  readonly refreshToken?: string | undefined
  /** The end of the access token, in milliseconds since the Unix epoch. Absent if it is unknown. */
  readonly expiresAt?: number | undefined
}

/** A request to a token endpoint, or a revocation endpoint. Its method is POST. */
interface TokenRequest {
  readonly headers: Record<string, string>
  readonly body: string
}

/** Creates a request for tokens, with the proof of who the client is. */
function toTokenRequest(
  { clientId, clientSecret }: OAuthClient,
  takesSecretInBody: boolean,
  fields: Readonly<Record<string, string>>,
): TokenRequest {
  const body = new URLSearchParams(fields)
  const headers: Record<string, string> = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
  }
  if (clientSecret !== undefined && !takesSecretInBody) {
    const pair = `${toForm(clientId)}:${toForm(clientSecret)}`
    headers['authorization'] = `Basic ${btoa(pair)}`
  } else {
    body.set('client_id', clientId)
    if (clientSecret !== undefined) body.set('client_secret', clientSecret)
  }
  return { headers, body: body.toString() }
}

/** Encodes a text as the value of a form. */
const toForm = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1)

/** The longest token, in characters. Servers refuse longer headers. */
const maxToken = 8192

/**
 * The errors that end a sign-in: the protocol's one, and that of GitHub. Any other is a fault of
 * the request, the client or something between, and the token may still count.
 */
const ending = ['invalid_grant', 'bad_refresh_token']

/**
 * Reads the answer of a token endpoint.
 *
 * @param answer The HTTP status of the answer, its value, and the errors that end a sign-in.
 * @param now Milliseconds since the Unix epoch.
 * @param before The refresh token that was sent. It stays, if the answer has no other.
 * @throws OAuthError `expired` if the code or refresh token counts no more, else `token`.
 */
function readTokens(
  { status, value, ends }: { status: number; value: unknown; ends: readonly string[] },
  now: number,
  before?: string,
): Tokens {
  const fields = typeof value === 'object' && value !== null ? value : {}
  const { access_token, token_type, refresh_token, expires_in, error } = fields as {
    [name: string]: unknown
  }
  if (status < 500 && ends.includes(String(error))) {
    throw new OAuthError('expired', 'The sign-in is over. Sign in again.')
  }
  const isBearer = typeof token_type === 'string' && token_type.toLowerCase() === 'bearer'
  if (status !== 200 || !isToken(access_token) || !isBearer) {
    throw new OAuthError('token', 'The sign-in service gave no token that can be used.')
  }
  const seconds = Number(expires_in)
  return {
    accessToken: access_token,
    refreshToken: isToken(refresh_token) ? refresh_token : before,
    expiresAt: seconds > 0 && Number.isFinite(seconds) ? now + seconds * 1000 : undefined,
  }
}

const isToken = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= maxToken && /^[\x21-\x7e]+$/.test(value)
