import { toBase64 } from '../json.ts'
import type { Discovered } from './discovery.ts'
import { OAuthError } from './service.ts'

/** The parts of a sign-in, beside the service. */
export interface AuthorizationRequest {
  readonly clientId: string
  /** The URL to which the service sends the user back. */
  readonly redirectUri: string
  /** A random text that the answer must repeat. */
  readonly state: string
  /** The hash of the proof (PKCE). */
  readonly challenge: string
  /** The rights to ask for, with spaces between them. Empty or absent to ask for the usual ones. */
  readonly scope?: string | undefined
}

/** Returns the URL of the page where the user signs in. */
export function toAuthorizationUrl(
  { server, resource }: Discovered,
  { clientId, redirectUri, state, challenge, scope }: AuthorizationRequest,
): string {
  const url = new URL(server.authorizationEndpoint)
  const fields = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    resource: resource.resource,
    ...(scope && { scope }),
  }
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  url.hash = ''
  return url.href
}

/** Joins rights, each a text with spaces between them. Each right is there once. */
export const joinScopes = (...scopes: readonly (string | undefined)[]): string =>
  [...new Set(scopes.flatMap((scope) => scope?.split(' ') ?? []))].filter(Boolean).join(' ')

/** The answer to a sign-in: the query of the URL to which the user was sent back. */
export interface AuthorizationResponse {
  readonly state?: string | undefined
  readonly code?: string | undefined
  readonly iss?: string | undefined
  readonly error?: string | undefined
}

/** Reads the answer to a sign-in from a query. A field that is there twice counts as absent. */
export function readAuthorizationResponse(query: string): AuthorizationResponse {
  const fields = new URLSearchParams(query)
  const one = (name: string): string | undefined => {
    const [value, another] = fields.getAll(name)
    return another === undefined ? value : undefined
  }
  return { state: one('state'), code: one('code'), iss: one('iss'), error: one('error') }
}

/**
 * Checks the answer to a sign-in, and returns its code.
 *
 * @param expected The state of the sign-in, and the service that it was sent to.
 * @throws OAuthError `response` for an answer of another sign-in or service, `refused` for a no.
 * @see https://www.rfc-editor.org/rfc/rfc9207
 */
export function checkResponse(
  { state, code, iss, error }: AuthorizationResponse,
  expected: { state: string; issuer: string; namesIssuer: boolean },
): string {
  if (state !== expected.state) {
    throw new OAuthError('response', 'This answer does not belong to your sign-in. Sign in again.')
  }
  if (iss === undefined ? expected.namesIssuer : iss !== expected.issuer) {
    throw new OAuthError(
      'response',
      'The answer comes from another service than the one you were sent to. Nothing was signed in.',
    )
  }
  if (error !== undefined) {
    throw new OAuthError(
      'refused',
      error === 'access_denied'
        ? 'The sign-in was not allowed there.'
        : 'The sign-in service refused. Sign in again, or ask who runs this page.',
    )
  }
  if (!code) throw new OAuthError('response', 'The answer has no code. Sign in again.')
  return code
}

/** A secret of one sign-in, and the hash of it that the sign-in service gets first. */
export interface Proof {
  /** The secret: 43 random characters. It goes only to the token endpoint. */
  readonly verifier: string
  /** The SHA-256 of the verifier, as base64url. */
  readonly challenge: string
}

/**
 * Creates the proof that the same client began and ends a sign-in.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7636 (PKCE, with the method S256)
 */
export async function createProof(): Promise<Proof> {
  const verifier = randomText()
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { verifier, challenge: toBase64Url(new Uint8Array(digest)) }
}

/** Returns 43 random characters that a URL can hold, which are 256 bits. */
export const randomText = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(32)))

const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_')

/**
 * The name of the `BroadcastChannel` between the page that signs a user in and the page to which
 * the user is sent back. That page posts `{ query }`, its own query. The other one answers
 * `{ heard }`, the state in it, once it has it.
 */
export const signInChannel = 'ambit-mcp-sign-in'
