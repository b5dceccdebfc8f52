import {
  checkResponse,
  createProof,
  joinScopes,
  OAuthError,
  type OAuthFailure,
  randomText,
  requestTokens,
  revokeTokens,
  signInChannel,
  toAuthorizationUrl,
  toService,
} from '@ambit/protocol/oauth'
import type { WireErrorCode } from '@ambit/protocol'
import type { Exchange, Route } from '../../exchange.ts'
import { isLoopbackHost } from '../../loopback.ts'
import { isObject } from '../../pass-through/endpoint.ts'
import { ProxyError } from '../../proxy-error.ts'
import { parseBody } from '../../parse-body.ts'
import { readJson } from '../../read-json.ts'
import { respond, respondJson } from '../../respond.ts'
import { toWireError } from '../../to-wire-error.ts'
import { forwardMcp } from '../forward-mcp.ts'
import { createAccess } from './access.ts'
import { createKeptSignIns } from './kept-sign-ins.ts'
import {
  clientIdOf,
  clientOf,
  findService,
  type OAuthServer,
  registerFor,
} from './service-client.ts'

/** The routes of an MCP server with a sign-in. */
export interface SignInRoutes {
  /** Forwards a message with the token of the user. */
  forward: Route
  /** Begins a sign-in: answers with the URL of the page where the user signs in. */
  begin: Route
  /** Ends a sign-in: takes the answer of the sign-in service. */
  finish: Route
  /** Signs the user out. */
  signOut: Route
  /** The page to which the sign-in service sends the user back. */
  page: Route
}

/** The largest body of a request to these routes, in bytes. */
const maxBodyBytes = 16_384

/** Creates the routes of an MCP server with a sign-in. */
export async function createSignInRoutes(given: OAuthServer): Promise<SignInRoutes> {
  const { name, server, oauth } = given
  const store = oauth.store ?? (await import('../../memory-store.ts')).memoryStore()
  const kept = createKeptSignIns(name, store)
  const access = createAccess(given, kept)

  async function begin(exchange: Exchange): Promise<Response> {
    await exchange.admit()
    await readJson(exchange.request, maxBodyBytes, parseBody)
    const redirectUri = oauth.redirectUri ?? callbackOf(exchange, given)
    const found = await findService(exchange, given)
    const { verifier, challenge } = await createProof()
    const state = randomText()
    const { resource, scopes } = found.resource
    const key = kept.keyOf(exchange)
    const wanted = (await kept.wanted.get(key))?.value
    const { scope: before } = (await kept.signedIn.get(key))?.value ?? {}
    const usual = oauth.scopes?.join(' ') ?? found.scope ?? scopes.join(' ')
    const scope = wanted === undefined ? usual : joinScopes(before ?? usual, wanted)
    const client = await registerFor(found, given, redirectUri)
    const clientId = client?.clientId ?? clientIdOf(oauth)
    const url = toAuthorizationUrl(found, { clientId, redirectUri, state, challenge, scope })
    const service = toService(found.server)
    await kept.begun.set(key, { state, verifier, redirectUri, resource, scope, client, service })
    exchange.finish(200)
    return respondJson(exchange, 200, { url, state })
  }

  async function finish(exchange: Exchange): Promise<Response> {
    await exchange.admit()
    const body = await readJson(exchange.request, maxBodyBytes, parseBody)
    const answer = isObject(body) ? toTexts(body) : {}
    const key = kept.keyOf(exchange)
    const begun = await kept.begun.get(key)
    // Another state than that of this user ends nothing: it may come from somebody else.
    if (!begun || begun.value.state !== answer['state']) throw notYours()
    const { state, verifier, redirectUri, resource, scope, client, service } = begun.value
    if (!(await kept.begun.remove(key, begun))) throw notYours()
    const { issuer, namesIssuer } = service
    const code = checkResponse(answer, { state, issuer, namesIssuer })
    const tokens = await requestTokens(await clientOf(exchange, given, service, client), {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      resource,
    })
    await kept.signedIn.set(key, { url: server.url, resource, scope, client, service, tokens })
    await forgetWanted(key)
    exchange.finish(204)
    return respond(exchange, 204, null)
  }

  async function forgetWanted(key: string): Promise<void> {
    const stored = await kept.wanted.get(key)
    if (stored) await kept.wanted.remove(key, stored)
  }

  async function signOut(exchange: Exchange): Promise<Response> {
    await exchange.admit()
    const key = kept.keyOf(exchange)
    await forgetWanted(key)
    const stored = await kept.signedIn.get(key)
    if (stored && (await kept.signedIn.remove(key, stored))) {
      const { service, tokens, client } = stored.value
      await revokeTokens(await clientOf(exchange, given, service, client), tokens)
    }
    exchange.finish(204)
    return respond(exchange, 204, null)
  }

  return {
    forward: async (exchange) => {
      try {
        return await forwardMcp(exchange, server, access)
      } catch (thrown) {
        const error = toRefusal(thrown)
        if (!(error instanceof ProxyError) || error.code !== 'sign_in_required') throw error
        // A 403 leaves the rest of the server's tools as they are.
        const status = error.upstreamStatus === 403 ? 403 : error.status
        exchange.finish(status, error)
        const signInUrl = `${new URL(exchange.request.url).pathname}/sign-in`
        const wire = { ...toWireError(error, exchange.requestId), signInUrl }
        return respondJson(exchange, status, { error: wire })
      }
    },
    begin: refusing(begin),
    finish: refusing(finish),
    signOut: refusing(signOut),
    page: callbackPage,
  }
}

/**
 * Returns the URL of the proxy's own page for the answer. Only on this machine: elsewhere a client
 * could choose the host, by its headers.
 */
function callbackOf({ request, corsOrigin }: Exchange, { name }: OAuthServer): string {
  const { origin, pathname, hostname } = new URL(request.url)
  if (corsOrigin === undefined && isLoopbackHost(hostname)) {
    return origin + pathname.replace(/\/sign-in$/, '/callback')
  }
  throw new ProxyError('internal_error', {
    cause: new Error(
      `mcpServers: \`${name}\`.oauth needs a \`redirectUri\`, such as https://app.example.com${pathname.replace(/\/sign-in$/, '/callback')}.`,
    ),
  })
}

/** Turns a failure of a sign-in into a refusal of the proxy. */
const refusing =
  (route: Route): Route =>
  async (exchange) => {
    try {
      return await route(exchange)
    } catch (thrown) {
      throw toRefusal(thrown)
    }
  }

function toRefusal(thrown: unknown): unknown {
  if (!(thrown instanceof OAuthError)) return thrown
  const { failure, message } = thrown
  return new ProxyError(codes[failure], { message })
}

const codes: Record<OAuthFailure, WireErrorCode> = {
  metadata: 'upstream_bad_content',
  token: 'upstream_bad_content',
  unreachable: 'upstream_unreachable',
  refused: 'sign_in_failed',
  response: 'sign_in_failed',
  expired: 'sign_in_failed',
}

const notYours = (): OAuthError =>
  new OAuthError('response', 'This answer does not belong to your sign-in. Sign in again.')

/** Returns the fields that are texts. */
const toTexts = (body: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )

/**
 * The script of the page. Takes the answer out of the address, gives it to the page that began the
 * sign-in, and closes the window once that has it.
 */
const script = `
const query = location.search
const state = new URLSearchParams(query).get('state')
history.replaceState(null, '', location.pathname)
const channel = new BroadcastChannel('${signInChannel}')
channel.onmessage = ({ data }) => { if (data && data.heard === state) close() }
channel.postMessage({ query })
`

/**
 * Answers with the page to which the sign-in service sends a user back. It is the same for
 * everybody: it only gives the answer to the user's page, which sends it with its own rights.
 */
async function callbackPage(exchange: Exchange): Promise<Response> {
  const nonce = randomText()
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  exchange.finish(200)
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign-in</title><p>You can close this window.</p><script nonce="${nonce}">${script}</script></html>`
  return respond(exchange, 200, html, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
  })
}
