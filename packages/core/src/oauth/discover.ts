import { askService } from './ask-service.ts'
import type { Challenge } from './challenge.ts'
import { OAuthError } from './oauth-error.ts'
import {
  type AuthorizationServer,
  type ProtectedResource,
  readAuthorizationServer,
  readProtectedResource,
} from './metadata.ts'

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
  if (found === undefined) {
    throw new OAuthError(
      'metadata',
      'The server wants a sign-in, but does not say where. It needs protected resource metadata (RFC 9728).',
    )
  }
  return readProtectedResource(found, url)
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
    throw new OAuthError('metadata', 'The sign-in service does not describe itself (RFC 8414).')
  }
  const server = readAuthorizationServer(found, issuer)
  for (const endpoint of [
    server.authorizationEndpoint,
    server.tokenEndpoint,
    server.revocationEndpoint,
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
