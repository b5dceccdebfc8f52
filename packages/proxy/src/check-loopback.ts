import { isLoopbackHost, peerAddress } from './loopback.ts'
import { ProxyError } from './proxy-error.ts'

/**
 * What `insecureDev` allows: this machine asking this machine. The host name counts as well as the
 * address, so that a foreign page that rebinds its name to 127.0.0.1 is refused.
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
        'This proxy runs with `insecureDev`, which serves this machine alone. To serve others give createProxy an `authorize` function instead.',
    })
  }
}

const hostnameOf = (origin: string): string =>
  URL.canParse(origin) ? new URL(origin).hostname : ''
