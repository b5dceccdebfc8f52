import { checkOptions, type OptionNames } from '@ambit/core'
import {
  type AuthorizationServer,
  checkResponse,
  createProof,
  discover,
  joinScopes,
  OAuthError,
  randomText,
  readChallenge,
  registerClient,
  requestTokens,
  revokeTokens,
  type SignInService,
  toAuthorizationUrl,
  type Tokens,
  toService,
} from '@ambit/protocol/oauth'
import type { McpAuth, McpRefusal } from '../mcp/mcp-auth.ts'
import { isSafeUrl } from './is-safe-url.ts'
import { openSignInWindow } from './sign-in-window.ts'
import type { McpTokenStorage } from './token-storage.ts'

/**
 * The options of {@link mcpOAuth}. Give at most one of `clientId` and `clientMetadataUrl`. Without
 * one, and where the service takes no such documents, the page registers itself for each sign-in.
 */
export interface McpOAuthOptions {
  /** The id of a client that is registered with the sign-in service, without a secret. */
  readonly clientId?: string | undefined
  /** The https URL of a document about the client, for a service that takes such documents. */
  readonly clientMetadataUrl?: string | undefined
  /**
   * The URL of a page of this origin that calls `finishMcpSignIn`. The sign-in service sends people
   * back to it.
   */
  readonly redirectUrl: string
  /** The rights to ask for. Default: those that the server names. */
  readonly scopes?: readonly string[] | undefined
  /**
   * The place for the refresh token, so that the user stays signed in after a reload. Default:
   * none, so that all tokens are gone with the page.
   */
  readonly storage?: McpTokenStorage | undefined
}

/** The sign-in of a user at an MCP server that the page calls directly. */
export interface McpOAuth extends McpAuth {
  /** Signs the user out of all servers, and ends the tokens at the sign-in service. */
  signOut: () => Promise<void>
}

/** The options, each with the names that it has elsewhere. */
const names: OptionNames<McpOAuthOptions> = {
  clientId: ':string',
  clientMetadataUrl: ':string',
  redirectUrl: '!string',
  scopes: ':array',
  storage: ':object',
}

/**
 * Creates the `auth` of a connection that calls its server directly. The user signs in in a
 * window, and the tokens are in the page. The server, its metadata and the token endpoint must
 * allow the page by CORS. Prefer `oauth` at the proxy: there no token is in the page.
 *
 * @throws TypeError for two clients, and for a page for the way back that is of another origin.
 *
 * @example
 * const auth = mcpOAuth({ clientId: 'my-app', redirectUrl: '/signed-in' })
 * connectMcp(agent, { name: 'tickets', url: 'https://mcp.example.com', auth })
 */
export function mcpOAuth(options: McpOAuthOptions): McpOAuth {
  checkOptions('`mcpOAuth`', options, names)
  const { scopes, storage } = options
  const id = clientIdOf(options)
  const redirectUri = ownUrl(options.redirectUrl)
  /** The tokens by the URL of their server: no server gets those of another one. */
  const servers = new Map<string, KeptTokens>()
  const tokensOf = (url: string): KeptTokens => {
    const { href } = new URL(url, location.href)
    const tokens = servers.get(href) ?? new KeptTokens(href, id, storage, plainFetch)
    servers.set(href, tokens)
    return tokens
  }

  async function signIn(refusal: McpRefusal, answerTo: AnswerTo): Promise<void> {
    const { href: url } = new URL(refusal.url, location.href)
    const challenge = readChallenge(refusal.wwwAuthenticate)
    const found = await discover({ url, challenge, checkUrl, fetch: plainFetch })
    const client = await clientFor(found.server, options, redirectUri)
    const { verifier, challenge: proof } = await createProof()
    const state = randomText()
    const usual = scopes?.join(' ') ?? challenge.scope ?? found.resource.scopes.join(' ')
    // A 403 names rights that are missing. They come on top of those that the user has given.
    const before = refusal.status === 403 ? tokensOf(url).signedIn?.scope : undefined
    const scope = joinScopes(before ?? usual, refusal.status === 403 ? challenge.scope : undefined)
    const request = { clientId: client.clientId, redirectUri, state, challenge: proof, scope }
    const answer = await answerTo(toAuthorizationUrl(found, request), state)
    const service = toService(found.server)
    const code = checkResponse(answer, { state, ...service })
    const { resource } = found.resource
    const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
    const tokens = await requestTokens(
      { ...client, service, fetch: plainFetch },
      { ...grant, code_verifier: verifier, resource },
    )
    await tokensOf(url).keep({ ...client, scope, resource, service, tokens })
  }

  return {
    async headers(url) {
      const token = await tokensOf(url).read()
      return token === undefined ? {} : { authorization: `Bearer ${token}` }
    },
    async onUnauthorized({ url, status }) {
      const tokens = tokensOf(url)
      // A token without enough rights stays so.
      if (status !== 401 || !tokens.signedIn) return false
      return tokens.refresh().catch(() => false)
    },
    async signIn(refusal, signal) {
      const opened = openSignInWindow(signal)
      try {
        if (!refusal) throw new OAuthError('refused', 'The server has not asked for a sign-in.')
        await signIn(refusal, opened.answerTo)
      } finally {
        opened.close()
      }
    },
    async signOut() {
      for (const tokens of servers.values()) await revoke(tokens)
    },
  }
}

/** Returns the client of a sign-in. One that the service does not know registers itself. */
async function clientFor(
  server: AuthorizationServer,
  options: McpOAuthOptions,
  redirectUri: string,
): Promise<Pick<SignedIn, 'clientId' | 'clientSecret' | 'isRegistered'>> {
  const clientId = clientIdOf(options)
  const isKnown = !options.clientMetadataUrl || server.takesClientDocuments
  if (clientId !== undefined && isKnown) return { clientId }
  return registerClient(server, redirectUri, plainFetch)
}

function clientIdOf({ clientId, clientMetadataUrl }: McpOAuthOptions): string | undefined {
  if (!clientId || !clientMetadataUrl) return clientId || clientMetadataUrl || undefined
  throw new TypeError(
    'mcpOAuth has both a `clientId` and a `clientMetadataUrl`, so it is not clear who asks. Give one.',
  )
}

/** Returns the URL of a page of this origin. */
function ownUrl(url: string): string {
  const { href, origin } = new URL(url, location.href)
  if (origin === location.origin) return href
  throw new TypeError(
    'mcpOAuth: `redirectUrl` is of another origin, so this page could not hear the answer. Use a page of this origin.',
  )
}

async function revoke(tokens: KeptTokens): Promise<void> {
  await tokens.load()
  const { signedIn } = tokens
  await tokens.forget()
  if (signedIn) await revokeTokens({ ...signedIn, fetch: plainFetch }, signedIn.tokens)
}

type AnswerTo = ReturnType<typeof openSignInWindow>['answerTo']

/** Fetches without cookies, and without the address of the page. */
const plainFetch: typeof fetch = (input, init) =>
  fetch(input, { ...init, credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' })

function checkUrl(url: string): void {
  if (!isSafeUrl(url)) {
    throw new OAuthError('metadata', 'The server names a sign-in service that is not https.')
  }
}

/** The sign-in of the user at one server. */
interface SignedIn {
  readonly clientId: string
  /** The secret that the service gave a client which registered itself. */
  readonly clientSecret?: string | undefined
  /** True for a client that registered itself. The next sign-in registers it anew. */
  readonly isRegistered?: boolean | undefined
  readonly resource: string
  /** The rights that were asked for, with spaces between them. */
  readonly scope?: string | undefined
  readonly service: SignInService
  readonly tokens: Partial<Tokens>
}

/** The time before the end of a token when it is refreshed, in milliseconds. */
const earlyMs = 10_000

/** Keeps the tokens for one server: in memory, and with a storage also the refresh token. */
class KeptTokens {
  readonly #key: string
  readonly #clientId: string | undefined
  readonly #storage: McpTokenStorage | undefined
  readonly #fetch: typeof fetch
  #signedIn: SignedIn | undefined
  /** The number of sign-ins and sign-outs. What was begun before the last one is not kept. */
  #changes = 0
  #loading: Promise<void> | undefined
  #refreshing: Promise<boolean> | undefined

  constructor(
    url: string,
    clientId: string | undefined,
    storage: McpTokenStorage | undefined,
    doFetch: typeof fetch,
  ) {
    this.#key = `ambit-mcp-oauth:${url}`
    this.#clientId = clientId
    this.#storage = storage
    this.#fetch = doFetch
  }

  get signedIn(): SignedIn | undefined {
    return this.#signedIn
  }

  /** Reads the storage, once. */
  load(): Promise<void> {
    return (this.#loading ??= this.#load())
  }

  /** Returns an access token that is good. Undefined if the user must sign in. */
  async read(): Promise<string | undefined> {
    await this.load()
    const { accessToken, refreshToken, expiresAt = Infinity } = this.#signedIn?.tokens ?? {}
    const isOver = accessToken === undefined || expiresAt - earlyMs < Date.now()
    // A service that fails now leaves the rest to the answer of the server.
    if (isOver && refreshToken !== undefined) await this.refresh().catch(() => false)
    return this.#signedIn?.tokens.accessToken
  }

  async keep(signedIn: SignedIn): Promise<void> {
    this.#signedIn = signedIn
    this.#changes++
    this.#loading = Promise.resolve()
    await this.#save()
  }

  async forget(): Promise<void> {
    this.#signedIn = undefined
    this.#changes++
    await this.#storage?.delete(this.#key).catch(() => {})
  }

  /**
   * Gets the next tokens, one refresh at a time, in all tabs that share a storage. Resolves with
   * false if the user must sign in.
   *
   * @throws OAuthError if the sign-in service fails. The tokens stay.
   */
  refresh(): Promise<boolean> {
    const work = (): Promise<boolean> => this.#refresh()
    const alone = (): Promise<boolean> =>
      this.#storage && 'locks' in navigator ? navigator.locks.request(this.#key, work) : work()
    return (this.#refreshing ??= alone().finally(() => (this.#refreshing = undefined)))
  }

  async #refresh(): Promise<boolean> {
    // Another tab may have used the refresh token, which counts once.
    if (this.#storage) await this.#load()
    const signedIn = this.#signedIn
    const { refreshToken } = signedIn?.tokens ?? {}
    if (!signedIn || refreshToken === undefined) {
      await this.forget()
      return false
    }
    const { clientId, clientSecret, isRegistered, service, resource } = signedIn
    const before = this.#changes
    try {
      const tokens = await requestTokens(
        { clientId, clientSecret, isRegistered, service, fetch: this.#fetch },
        { grant_type: 'refresh_token', refresh_token: refreshToken, resource },
      )
      if (before === this.#changes) await this.keep({ ...signedIn, tokens })
    } catch (error) {
      if (!(error instanceof OAuthError) || error.failure !== 'expired') throw error
      if (before === this.#changes) await this.forget()
    }
    return this.#signedIn !== undefined
  }

  async #load(): Promise<void> {
    const before = this.#changes
    const text = await this.#storage?.get(this.#key).catch(() => undefined)
    if (text === undefined || before !== this.#changes) return
    const found = JSON.parse(text) as SignedIn
    if (!found.isRegistered && found.clientId !== this.#clientId) return
    const { tokens = {} } = this.#signedIn ?? {}
    this.#signedIn = { ...found, tokens: { ...tokens, ...found.tokens } }
  }

  async #save(): Promise<void> {
    const { tokens, ...rest } = this.#signedIn ?? {}
    if (tokens?.refreshToken === undefined) return
    const kept = JSON.stringify({ ...rest, tokens: { refreshToken: tokens.refreshToken } })
    await this.#storage?.set(this.#key, kept).catch(() => {})
  }
}
