import {
  joinScopes,
  OAuthError,
  randomText,
  readChallenge,
  requestTokens,
  serviceMs,
  type Tokens,
} from '@ambit/protocol/oauth'
import type { Exchange } from '../../exchange.ts'
import { ProxyError } from '../../proxy-error.ts'
import { startTimer } from '../../start-timer.ts'
import type { KeptSignIn, KeptSignIns, Stored } from './kept-sign-ins.ts'
import { clientOf, type OAuthServer } from './service-client.ts'

/** Sends requests with the token of a user. */
export interface Access {
  /**
   * Sends a request with the token of the user behind it. Refreshes a token that is over, one
   * refresh at a time for each user, and sends once more after a 401.
   *
   * @throws ProxyError `sign_in_required` if the user must sign in.
   */
  withToken: (exchange: Exchange, send: (token: string) => Promise<Response>) => Promise<Response>
}

/** The time before the end of a token when it is refreshed, in milliseconds. */
const earlyMs = 10_000

/** The time after which the right to refresh ends, if its proxy was killed, in milliseconds. */
const lockMs = 3 * serviceMs

/** The most characters of the rights that a server wants. */
const maxScope = 2048

/** The time between two looks at a refresh of another proxy, in milliseconds. */
const lookMs = 100

export function createAccess(given: OAuthServer, kept: KeptSignIns): Access {
  const refreshing = new Map<string, Promise<KeptSignIn | undefined>>()

  /** Refreshes the tokens of a user, or waits for the refresh that runs. */
  async function renew(exchange: Exchange, stale: KeptSignIn): Promise<KeptSignIn> {
    const key = kept.keyOf(exchange)
    const running =
      refreshing.get(key) ?? refresh(exchange, key, stale).finally(() => refreshing.delete(key))
    refreshing.set(key, running)
    const renewed = await running
    if (!renewed) throw signInRequired()
    return renewed
  }

  async function refresh(
    exchange: Exchange,
    key: string,
    stale: KeptSignIn,
  ): Promise<KeptSignIn | undefined> {
    const holder = randomText()
    await waitForLock(key, holder)
    try {
      const stored = await kept.signedIn.get(key)
      // Another proxy was first.
      if (stored?.value.tokens.accessToken !== stale.tokens.accessToken) return stored?.value
      return await exchangeRefreshToken(exchange, key, stored)
    } finally {
      await kept.unlock(key, holder)
    }
  }

  async function waitForLock(key: string, holder: string): Promise<void> {
    const until = Date.now() + 2 * lockMs
    while (!(await kept.lock(key, holder, lockMs))) {
      if (Date.now() > until) throw new ProxyError('upstream_timeout')
      await new Promise<void>((resolve) => startTimer(resolve, lookMs))
    }
  }

  async function exchangeRefreshToken(
    exchange: Exchange,
    key: string,
    stored: Stored<KeptSignIn>,
  ): Promise<KeptSignIn | undefined> {
    const { resource, service, tokens, client: registered } = stored.value
    if (tokens.refreshToken !== undefined) {
      try {
        const client = await clientOf(exchange, given, service, registered)
        const next = await requestTokens(client, {
          grant_type: 'refresh_token',
          refresh_token: tokens.refreshToken,
          resource,
        })
        const renewed = { ...stored.value, tokens: next }
        await kept.signedIn.set(key, renewed)
        return renewed
      } catch (thrown) {
        if (!(thrown instanceof OAuthError) || thrown.failure !== 'expired') throw thrown
      }
    }
    await kept.signedIn.remove(key, stored)
    return undefined
  }

  /** Forgets tokens that the server does not take. */
  async function forget(key: string, { accessToken }: Tokens): Promise<void> {
    const stored = await kept.signedIn.get(key)
    if (stored?.value.tokens.accessToken === accessToken) await kept.signedIn.remove(key, stored)
  }

  /** Takes note of the rights that a token has not, so that the next sign-in asks for them. */
  async function demand(exchange: Exchange, response: Response): Promise<void> {
    const challenge = readChallenge(response.headers.get('www-authenticate'))
    if (challenge.error !== 'insufficient_scope') return
    await response.body?.cancel()
    const key = kept.keyOf(exchange)
    const before = (await kept.wanted.get(key))?.value
    // Not with the tokens: another request may refresh them now.
    await kept.wanted.set(key, joinScopes(before, challenge.scope).slice(0, maxScope))
    throw new ProxyError('sign_in_required', {
      message: 'This needs more rights. Sign in again.',
      upstreamStatus: 403,
    })
  }

  async function find(exchange: Exchange): Promise<KeptSignIn> {
    const stored = await kept.signedIn.get(kept.keyOf(exchange))
    // A token of another server is never sent, also after a change of the configuration.
    if (stored?.value.url !== given.server.url) throw signInRequired()
    const { expiresAt = Infinity } = stored.value.tokens
    return expiresAt - earlyMs > Date.now() ? stored.value : renew(exchange, stored.value)
  }

  return {
    async withToken(exchange, send) {
      const first = await find(exchange)
      const response = await send(first.tokens.accessToken)
      if (response.status === 403) await demand(exchange, response)
      if (response.status !== 401) return response
      await response.body?.cancel()
      const { tokens } = await renew(exchange, first)
      const another = await send(tokens.accessToken)
      if (another.status === 403) await demand(exchange, another)
      if (another.status !== 401) return another
      await another.body?.cancel()
      await forget(kept.keyOf(exchange), tokens)
      throw signInRequired()
    },
  }
}

const signInRequired = (): ProxyError => new ProxyError('sign_in_required')
