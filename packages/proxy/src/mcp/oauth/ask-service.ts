import { OAuthError } from '@ambit/core/oauth'
import { abortable } from '../../abortable.ts'
import { isPrivateHost } from '../../is-private-host.ts'
import { isLoopbackHost } from '../../loopback.ts'
import { parseJson } from '../../pass-through/endpoint.ts'
import { ProxyError } from '../../proxy-error.ts'
import { startTimer } from '../../start-timer.ts'

/** The time for one answer of a sign-in service, in milliseconds. */
export const serviceMs = 10_000

/** The largest answer of a sign-in service, in bytes. */
const maxBytes = 65_536

/** An answer of a sign-in service. */
export interface ServiceAnswer {
  status: number
  headers: Headers
  /** The body as JSON. Undefined if it is none. */
  value: unknown
}

/** A request to a sign-in service. */
export interface ServiceRequest {
  url: string
  method?: 'GET' | 'POST' | undefined
  headers: Record<string, string>
  body?: string | undefined
  fetch?: typeof fetch | undefined
}

/**
 * Asks a sign-in service, with bounds for time and size. It goes on if the client leaves, since a
 * refresh token counts only once.
 *
 * @throws OAuthError for a redirect or an answer that is too large. `ProxyError` if there is none.
 */
export async function askService(request: ServiceRequest): Promise<ServiceAnswer> {
  const { url, method = 'GET', headers, body = null, fetch: doFetch = fetch } = request
  const abort = new AbortController()
  const timer = startTimer(() => abort.abort(), serviceMs)
  try {
    const init = { method, headers, body, signal: abort.signal, redirect: 'manual' } as const
    const response = await abortable(doFetch(url, init), abort.signal)
    const { status, type, redirected } = response
    if (type === 'opaqueredirect' || redirected || (status >= 300 && status < 400)) {
      throw new OAuthError('metadata', 'The sign-in service answered with a redirect.')
    }
    const text = await readBounded(response, abort.signal)
    return { status, headers: response.headers, value: parseJson(text) }
  } catch (cause) {
    if (cause instanceof OAuthError) throw cause
    const code = abort.signal.aborted ? 'upstream_timeout' : 'upstream_unreachable'
    throw new ProxyError(code, { message: 'The sign-in service could not be reached.', cause })
  } finally {
    clearTimeout(timer)
    // Ends a body that was not read to its end.
    abort.abort()
  }
}

async function readBounded(response: Response, signal: AbortSignal): Promise<string> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { value } = (reader && (await abortable(reader.read(), signal))) ?? {}
    if (!value) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > maxBytes) {
      throw new OAuthError('metadata', 'The answer of the sign-in service is too large.')
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** Reads a document about a server. Undefined if there is none. */
export async function getJson(url: string, doFetch?: typeof fetch): Promise<unknown> {
  const headers = { accept: 'application/json' }
  const { status, value } = await askService({ url, headers, fetch: doFetch })
  if (status >= 500) {
    throw new ProxyError('upstream_error', { message: 'The sign-in service failed.' })
  }
  return status === 200 ? value : undefined
}

/** What a URL that comes from a server may name. */
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
