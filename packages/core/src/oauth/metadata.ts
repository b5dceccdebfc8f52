import { OAuthError } from './oauth-error.ts'

/** A server that wants a sign-in, as it describes itself. */
export interface ProtectedResource {
  /** The name of the server in requests for tokens (RFC 8707). A URL. */
  readonly resource: string
  /** The URL of the service where people sign in. */
  readonly issuer: string
  /** The rights that it knows. Empty if it names none. */
  readonly scopes: readonly string[]
}

/** The service where people sign in, as it describes itself. */
export interface AuthorizationServer {
  /** The name of the service. The answer to a sign-in must name the same one (RFC 9207). */
  readonly issuer: string
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  /** The URL where a token is ended (RFC 7009). Absent if there is none. */
  readonly revocationEndpoint?: string | undefined
  /** True if each answer names its issuer, so that one without it is forged. */
  readonly namesIssuer: boolean
  /** True if the id of a client may be the URL of a document about it. */
  readonly takesClientDocuments: boolean
  /** True if a client's secret goes into the body, since the header is not accepted. */
  readonly takesSecretInBody: boolean
}

/**
 * Reads the metadata of a server that wants a sign-in. Its name must be `url`, or a parent of it.
 *
 * @throws OAuthError `metadata`.
 */
export function readProtectedResource(value: unknown, url: string): ProtectedResource {
  const { resource, authorization_servers: servers, scopes_supported: scopes } = toFields(value)
  if (typeof resource !== 'string' || !covers(resource, url)) {
    throw new OAuthError(
      'metadata',
      'The metadata is of another server than the one that wants the sign-in.',
    )
  }
  const [issuer] = toTexts(servers)
  if (issuer === undefined) {
    throw new OAuthError('metadata', 'The server names no service where people sign in.')
  }
  return { resource, issuer, scopes: toTexts(scopes) }
}

/**
 * Reads the metadata of a sign-in service.
 *
 * @param issuer The name that the metadata must have.
 * @throws OAuthError `metadata`, also for a service without PKCE by S256.
 */
export function readAuthorizationServer(value: unknown, issuer: string): AuthorizationServer {
  const fields = toFields(value)
  const { issuer: name, authorization_endpoint: authorize, token_endpoint: token } = fields
  if (typeof name !== 'string' || !isSameUrl(name, issuer)) {
    throw new OAuthError('metadata', 'The sign-in service has another name than the server says.')
  }
  if (typeof authorize !== 'string' || typeof token !== 'string') {
    throw new OAuthError('metadata', 'The sign-in service does not say where its endpoints are.')
  }
  if (!toTexts(fields['code_challenge_methods_supported']).includes('S256')) {
    throw new OAuthError(
      'metadata',
      'The sign-in service does not announce PKCE with S256, so a code could be stolen.',
    )
  }
  const revoke = fields['revocation_endpoint']
  const methods = toTexts(fields['token_endpoint_auth_methods_supported'])
  return {
    issuer: name,
    authorizationEndpoint: authorize,
    tokenEndpoint: token,
    revocationEndpoint: typeof revoke === 'string' ? revoke : undefined,
    namesIssuer: fields['authorization_response_iss_parameter_supported'] === true,
    takesClientDocuments: fields['client_id_metadata_document_supported'] === true,
    takesSecretInBody:
      methods.includes('client_secret_post') && !methods.includes('client_secret_basic'),
  }
}

/** Tells if a resource is the URL itself, or a parent of it on the same origin. */
function covers(resource: string, url: string): boolean {
  if (!URL.canParse(resource)) return false
  const [parent, child] = [new URL(resource), new URL(url)]
  if (parent.origin !== child.origin || parent.search || parent.hash) return false
  const path = parent.pathname.replace(/\/?$/, '/')
  return `${child.pathname}/`.startsWith(path)
}

/** Tells if both are the same URL. `https://a.example` and `https://a.example/` are. */
const isSameUrl = (one: string, other: string): boolean =>
  URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href

const toFields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const toTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
