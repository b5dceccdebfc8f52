import { checkBaseUrl } from '../../base-url.ts'
import {
  type Check,
  filled,
  flag,
  group,
  inside,
  is,
  list,
  text,
  wrong,
} from '../../check-options.ts'
import { type ProxyStore, storeOption } from '../../store.ts'

/**
 * The sign-in of each user at an MCP server. The tokens stay on the proxy. Without `clientId` and
 * `clientMetadataUrl`, and where the service takes no such documents, the proxy registers itself
 * for each sign-in, if the service lets it.
 */
export interface McpOAuth {
  /** The id of a client that is registered with the sign-in service. */
  clientId?: string | undefined
  /**
   * The URL of a document about the client, which is then its id, for a service that takes such
   * documents. In place of `clientId`.
   *
   * @see https://datatracker.ietf.org/doc/draft-ietf-oauth-client-id-metadata-document/
   */
  clientMetadataUrl?: string | undefined
  /** The secret of the client, or a function that returns it for each use. Default: none. */
  clientSecret?: string | (() => string | PromiseLike<string>) | undefined
  /** The rights to ask for. Default: those that the server names. */
  scopes?: readonly string[] | undefined
  /**
   * The URL to which the sign-in service sends people back: `{path}/mcp/<name>/callback` on the
   * proxy's origin. Pages of another origin need their own, which calls `finishMcpSignIn` of
   * `@ambit/bridges/mcp-oauth`. Default: the proxy's page on this machine, as `localhost`.
   * Elsewhere a sign-in needs it, since no header of a request may choose the host.
   */
  redirectUri?: string | undefined
  /**
   * The store of the tokens. Several instances need a shared one: `redisStore` of
   * `@ambit/proxy/redis`. Default: `memoryStore()`.
   */
  store?: ProxyStore | undefined
  /**
   * True to let the server name a sign-in service on a private network. Default: false, so that a
   * server cannot make the proxy ask machines beside it.
   */
  allowPrivateUrls?: boolean | undefined
}

const options: Check = group<McpOAuth>({
  clientId: filled,
  clientMetadataUrl: filled,
  clientSecret: is(
    'a text, or a function that returns one',
    (value) => typeof value === 'string' || typeof value === 'function',
  ),
  scopes: list(
    is(
      'one right per entry, without spaces and quotes',
      (value) => typeof value === 'string' && /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(value),
    ),
  ),
  redirectUri: text,
  store: storeOption,
  allowPrivateUrls: flag,
})

/** Checks the options of a sign-in. */
export const oauthOption: Check = (value, at) => {
  options(value, at)
  const { clientId, clientMetadataUrl, clientSecret, redirectUri } = value as McpOAuth
  if (clientId && clientMetadataUrl) {
    throw wrong(at, 'has both a `clientId` and a `clientMetadataUrl`. Leave one out.')
  }
  if (clientMetadataUrl !== undefined) {
    const { protocol, pathname } = toUrl(clientMetadataUrl) ?? {}
    if (protocol !== 'https:' || pathname === '/') {
      throw wrong(
        inside(at, 'clientMetadataUrl'),
        'must be an https URL with a path, since it is the id of the client.',
      )
    }
    if (clientSecret !== undefined) {
      throw wrong(
        inside(at, 'clientSecret'),
        'cannot go with `clientMetadataUrl`: nobody gave such a client a secret. Leave one out.',
      )
    }
  }
  if (redirectUri !== undefined) checkBaseUrl(inside(at, 'redirectUri'), redirectUri, false)
}

const toUrl = (url: string): URL | undefined => (URL.canParse(url) ? new URL(url) : undefined)
