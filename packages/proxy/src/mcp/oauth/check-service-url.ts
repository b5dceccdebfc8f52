import { OAuthError } from '@ambit/protocol/oauth'
import { isPrivateHost } from '../../is-private-host.ts'
import { isLoopbackHost } from '../../loopback.ts'

/** The rules for a URL that comes from a server. */
export interface UrlRules {
  /** The origin that the configuration names, which may be anywhere. */
  origin: string
  allowPrivateUrls: boolean
  insecureDev: boolean
}

/**
 * Checks a URL that an MCP server or a sign-in service named.
 *
 * @throws OAuthError `metadata` unless it is an https URL of a public host.
 */
export function checkServiceUrl(text: string, rules: UrlRules): void {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && url.origin === rules.origin && !url.username && !url.password) return
  const isDev = rules.insecureDev && url !== undefined && isLoopbackHost(url.hostname)
  const isHttps = url?.protocol === 'https:' || (isDev && url.protocol === 'http:')
  if (!url || !isHttps || url.username || url.password) {
    throw new OAuthError('metadata', 'The server names a sign-in service that is not https.')
  }
  if (isDev || rules.allowPrivateUrls || !isPrivateHost(url.hostname)) return
  throw new OAuthError(
    'metadata',
    'The server names a sign-in service on a private network, which the proxy does not ask. If you trust it, set `allowPrivateUrls`.',
  )
}
