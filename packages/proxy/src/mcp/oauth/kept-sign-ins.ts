import type { OAuthClient, SignInService, Tokens } from '@ambit/protocol/oauth'
import type { Exchange } from '../../exchange.ts'
import { ProxyError } from '../../proxy-error.ts'
import type { ProxyStore } from '../../store.ts'

/** A sign-in that a user has begun. */
export interface BegunSignIn {
  state: string
  verifier: string
  redirectUri: string
  resource: string
  scope?: string | undefined
  /** The client that registered itself. Absent for that of the configuration. */
  client?: OAuthClient | undefined
  service: SignInService
}

/** The sign-in of a user, with its tokens. */
export interface KeptSignIn {
  /** The URL of the MCP server that the tokens are for. */
  url: string
  resource: string
  /** The rights that were asked for, with spaces between them. */
  scope?: string | undefined
  client?: OAuthClient | undefined
  service: SignInService
  tokens: Tokens
}

/** A value, and its text in the store. */
export interface Stored<T> {
  value: T
  text: string
}

/** The time to sign in, in milliseconds. */
const begunMs = 10 * 60_000

/** The time after which a sign-in that nobody uses is forgotten, in milliseconds. */
const keptMs = 30 * 24 * 60 * 60_000

/** The sign-ins of one server, by user. */
export interface KeptSignIns {
  /** The sign-ins that are not over yet: one for each user. */
  begun: Kept<BegunSignIn>
  signedIn: Kept<KeptSignIn>
  /** The rights that the server wanted for requests, beyond those of the token. */
  wanted: Kept<string>
  /** Returns the key of the user behind a request. */
  keyOf: (exchange: Exchange) => string
  /** Takes the right to refresh, which ends after `ttlMs`. False if another one has it. */
  lock: (key: string, holder: string, ttlMs: number) => Promise<boolean>
  unlock: (key: string, holder: string) => Promise<void>
}

/** The values of one kind. */
interface Kept<T> {
  get: (key: string) => Promise<Stored<T> | undefined>
  set: (key: string, value: T) => Promise<void>
  /** Removes a value once. False if another request has removed or changed it. */
  remove: (key: string, stored: Stored<T>) => Promise<boolean>
}

/** Keeps the sign-ins of a server in a store. */
export function createKeptSignIns(name: string, store: ProxyStore): KeptSignIns {
  const keep = <T>(kind: string, ttlMs: number): Kept<T> => ({
    async get(key) {
      const text = await ask(() => store.get(`${kind}:${key}`))
      return text ? { value: JSON.parse(text) as T, text } : undefined
    },
    set: (key, value) => ask(() => store.set(`${kind}:${key}`, JSON.stringify(value), ttlMs)),
    remove: (key, { text }) => ask(() => store.take(`${kind}:${key}`, text)),
  })
  return {
    begun: keep('begun', begunMs),
    signedIn: keep('sign-in', keptMs),
    wanted: keep('wanted', keptMs),
    keyOf: ({ subject = '' }) => `${encodeURIComponent(subject)}:${name}`,
    async lock(key, holder, ttlMs) {
      const lease = { key: `lock:${key}`, amount: 1, limit: 1, ttlMs, holder }
      return (await ask(() => store.add([lease]))) === undefined
    },
    async unlock(key, holder) {
      await ask(() => store.add([{ key: `lock:${key}`, amount: -1, ttlMs: 1, holder }]))
    },
  }
}

/** Asks the store. A failure is one of the proxy's own, without a value of the store. */
async function ask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new ProxyError('store_unavailable', {
      message: 'The proxy cannot reach the store of the sign-ins. Wait a moment.',
      cause,
    })
  }
}
