import { ProxyError } from './proxy-error.ts'

/**
 * Whether a request's origin may use the proxy. Same-origin pages and clients that are no browser
 * may; any other origin must be in the list.
 *
 * @returns the origin to answer with CORS headers, when it is one of the list.
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
    // Browsers set it and no page can change it. `none` is a person, at the address bar.
    if (site === 'same-origin' || (site === 'none' && origin === null)) return undefined
    throw new ProxyError('origin_not_allowed')
  }
  // Hosts are compared, not schemes: behind TLS termination the request is http and the origin https.
  if (origin !== null && hostOf(origin) !== new URL(request.url).host) {
    throw new ProxyError('origin_not_allowed')
  }
  // A browser that sends a cookie with a POST says where from; what does not might hide it.
  if (origin === null && request.headers.has('cookie') && request.method !== 'GET') {
    throw new ProxyError('origin_not_allowed')
  }
  return undefined
}

const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : '')
