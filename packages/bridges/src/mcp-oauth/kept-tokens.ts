import { OAuthError, requestTokens, type SignInService, type Tokens } from '@ambit/protocol/oauth'
import type { McpTokenStorage } from './token-storage.ts'

/** The sign-in of the user at one server. */
export interface SignedIn {
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
export class KeptTokens {
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
