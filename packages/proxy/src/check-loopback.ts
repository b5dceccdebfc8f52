import { isLoopbackHost, peerAddress } from './loopback.ts'
import { ProxyError } from './proxy-error.ts'

/**
 * Refuses a request under `insecureDev` unless it comes from this machine. Checks host name and
 * address: a foreign page can rebind its own host name to 127.0.0.1.
 *
 * @throws ProxyError `origin_not_allowed`.
 */
export function checkLoopback(request: Request): void {
  const origin = request.headers.get('origin')
  const names = [new URL(request.url).hostname, peerAddress(request), origin && hostnameOf(origin)]
  for (const name of names) {
    if (typeof name !== 'string' || isLoopbackHost(name)) continue
    throw new ProxyError('origin_not_allowed', {
      message:
        'This proxy runs with `insecureDev`, which serves only this machine. To serve others, give createProxy an `authorize` function instead.',
    })
  }
}

const hostnameOf = (origin: string): string =>
  URL.canParse(origin) ? new URL(origin).hostname : ''
