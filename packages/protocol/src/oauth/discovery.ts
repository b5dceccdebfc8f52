import { askService, OAuthError } from './service.ts'

/** The input of {@link discover}. */
export interface Discovery {
  /** The URL of the server that wants the sign-in. */
  readonly url: string
  /** The sign-in that its refusal asked for. */
  readonly challenge: Challenge
  /** Throws for a URL that must not be asked or opened, such as one of a private network. */
  readonly checkUrl: (url: string) => void
  /** The `fetch` to use. Default: the global one. */
  readonly fetch?: typeof fetch | undefined
}

/** A server that wants a sign-in, and the service where people sign in. */
export interface Discovered {
  readonly resource: ProtectedResource
  readonly server: AuthorizationServer
}

/**
 * Finds the service where people sign in for a server. Checks each URL before it is used.
 *
 * @throws OAuthError `metadata` if the server does not say where, or says it in an unsafe way.
 * @see https://www.rfc-editor.org/rfc/rfc9728
 * @see https://www.rfc-editor.org/rfc/rfc8414
 */
export async function discover(discovery: Discovery): Promise<Discovered> {
  const resource = await findResource(discovery)
  return { resource, server: await findServer(resource.issuer, discovery) }
}

async function findResource(discovery: Discovery): Promise<ProtectedResource> {
  const { url, challenge } = discovery
  const { origin, pathname } = new URL(url)
  const wellKnown = `${origin}/.well-known/oauth-protected-resource`
  const path = pathname.replace(/\/$/, '')
  const found = await firstOf(
    discovery,
    challenge.resourceMetadata === undefined
      ? [...new Set([wellKnown + path, wellKnown])]
      : [challenge.resourceMetadata],
  )
  // In the revision of March 2025, the sign-in service is at the origin of the server.
  return found === undefined
    ? { resource: url, issuer: origin, scopes: [] }
    : readProtectedResource(found, url)
}

async function findServer(issuer: string, discovery: Discovery): Promise<AuthorizationServer> {
  const { checkUrl } = discovery
  checkUrl(issuer)
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, '')
  const openId = '/.well-known/openid-configuration'
  const found = await firstOf(discovery, [
    ...new Set([
      `${origin}/.well-known/oauth-authorization-server${path}`,
      origin + openId + path,
      origin + path + openId,
    ]),
  ])
  if (found === undefined) {
    throw new OAuthError(
      'metadata',
      'The server does not say where people sign in (RFC 9728), or the service there does not describe itself (RFC 8414).',
    )
  }
  const server = readAuthorizationServer(found, issuer)
  for (const endpoint of [
    server.authorizationEndpoint,
    server.tokenEndpoint,
    server.revocationEndpoint,
    server.registrationEndpoint,
  ]) {
    if (endpoint !== undefined) checkUrl(endpoint)
  }
  return server
}

/** Returns the first document that is there. */
async function firstOf(discovery: Discovery, urls: readonly string[]): Promise<unknown> {
  const headers = { accept: 'application/json' }
  for (const url of urls) {
    discovery.checkUrl(url)
    const { status, value } = await askService({ url, headers, fetch: discovery.fetch })
    if (status >= 500) throw new OAuthError('unreachable', 'The sign-in service failed.')
    // Many servers answer a path that they do not know with a page.
    if (status === 200 && value !== undefined) return value
  }
  return undefined
}

/** The sign-in that a refusal asks for. All are words of the server. */
export interface Challenge {
  /** The URL of the metadata of the protected resource (RFC 9728). */
  readonly resourceMetadata?: string | undefined
  /** The rights that the request needs, with spaces between them. */
  readonly scope?: string | undefined
  /** The code of the error, such as `insufficient_scope`. */
  readonly error?: string | undefined
}

/** The longest part of the header that is read, in characters. */
const maxLength = 4096

/** Reads the header `www-authenticate`. Returns an empty object for one without `Bearer`. */
export function readChallenge(header: string | null | undefined): Challenge {
  const tokens = [...(header ?? '').slice(0, maxLength).matchAll(token)]
  const found = new Map<string, string>()
  let isBearer = false
  for (let index = 0; index < tokens.length; index++) {
    const name = tokens[index]?.[0].toLowerCase() ?? ''
    if (tokens[index + 1]?.[0] !== '=') {
      isBearer = name === 'bearer'
      continue
    }
    const [, quoted, plain] = tokens[index + 2] ?? []
    const value = quoted?.replace(/\\(.)/g, '$1') ?? plain
    if (isBearer && value !== undefined && !found.has(name)) found.set(name, value)
    index += 2
  }
  return {
    resourceMetadata: found.get('resource_metadata'),
    scope: found.get('scope'),
    error: found.get('error'),
  }
}

/** A text in quotes, a word, or the sign between a name and its value. */
const token = /"((?:[^"\\]|\\.)*)"?|([^\s,="]+)|=/g

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
  /** The URL where a client registers itself (RFC 7591). Absent if none does. */
  readonly registrationEndpoint?: string | undefined
  /** True if a client without a secret gets tokens. */
  readonly takesNoSecret: boolean
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
function readProtectedResource(value: unknown, url: string): ProtectedResource {
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
function readAuthorizationServer(value: unknown, issuer: string): AuthorizationServer {
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
  const register = fields['registration_endpoint']
  const methods = toTexts(fields['token_endpoint_auth_methods_supported'])
  return {
    issuer: name,
    authorizationEndpoint: authorize,
    tokenEndpoint: token,
    revocationEndpoint: typeof revoke === 'string' ? revoke : undefined,
    registrationEndpoint: typeof register === 'string' ? register : undefined,
    takesNoSecret: methods.length === 0 || methods.includes('none'),
    namesIssuer: fields['authorization_response_iss_parameter_supported'] === true,
    takesClientDocuments: fields['client_id_metadata_document_supported'] === true,
    takesSecretInBody:
      methods.includes('client_secret_post') && !methods.includes('client_secret_basic'),
  }
}

/** Whether a resource is the URL itself, or a parent of it on the same origin. */
function covers(resource: string, url: string): boolean {
  if (!URL.canParse(resource)) return false
  const [parent, child] = [new URL(resource), new URL(url)]
  if (parent.origin !== child.origin || parent.search || parent.hash) return false
  const path = parent.pathname.replace(/\/?$/, '/')
  return `${child.pathname}/`.startsWith(path)
}

/** Whether both are the same URL. `https://a.example` and `https://a.example/` are. */
const isSameUrl = (one: string, other: string): boolean =>
  URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href

const toFields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const toTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
