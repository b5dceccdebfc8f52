import { askService } from './ask-service.ts'
import type { AuthorizationServer } from './metadata.ts'
import { OAuthError } from './oauth-error.ts'
import { type OAuthClient, readTokens, type Tokens, toTokenRequest } from './tokens.ts'

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
 * @throws OAuthError `expired` if the code or refresh token counts no more, `token` for an answer
 * that cannot be used, `unreachable` if the service fails.
 */
export async function requestTokens(
  client: ServiceClient,
  fields: Readonly<Record<string, string>>,
): Promise<Tokens> {
  const { status, value } = await post(client, client.service.tokenEndpoint, fields)
  if (status >= 500 || status === 429) {
    throw new OAuthError('unreachable', 'The sign-in service failed. Wait a moment.')
  }
  return readTokens(status, value, Date.now(), fields['refresh_token'])
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
