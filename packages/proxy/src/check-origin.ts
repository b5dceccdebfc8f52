import { ProxyError } from './proxy-error.ts'

/**
 * Checks that the origin of a request may use the proxy. Same-origin pages and clients other than
 * browsers may. Any other origin must be in the list.
 *
 * @returns The origin to answer with CORS headers, if it is in the list.
 * @throws ProxyError `origin_not_allowed`.
 */
export function checkOrigin(
  request: Request,
  allowedOrigins: ReadonlySet<string>,
): string | undefined {
  const origin = request.headers.get('origin')
  if (origin !== null && allowedOrigins.has(origin)) return origin
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) {
    // Browsers set this header, and no page can change it. `none` is a URL that a user typed.
    if (site === 'same-origin' || (site === 'none' && origin === null)) return undefined
    throw new ProxyError('origin_not_allowed')
  }
  // Schemes may differ: behind TLS termination the request is http and the origin https.
  if (origin !== null && hostOf(origin) !== new URL(request.url).host) {
    throw new ProxyError('origin_not_allowed')
  }
  // A browser sends `origin` with such a request. A client without it may be hiding it.
  if (origin === null && request.headers.has('cookie') && request.method !== 'GET') {
    throw new ProxyError('origin_not_allowed')
  }
  return undefined
}

const hostOf = (origin: string): string =>
  /^https?:/.test(origin) && URL.canParse(origin) ? new URL(origin).host : ''
