import { isLoopbackHost } from './loopback.ts'

/**
 * Whether keys and conversations may be sent to `value`.
 *
 * @param name What the message calls it.
 * @throws TypeError for what is no URL, holds credentials, a query or a fragment, or is `http` to another machine.
 */
export function checkBaseUrl(name: string, value: string, allowHttp: boolean): void {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new TypeError(`${name} is not an http or https URL.`)
  }
  if (url.username || url.password) {
    throw new TypeError(`${name} holds a name or password. Give the key in its own place.`)
  }
  if (url.search || url.hash)
    throw new TypeError(`${name} holds a query or a fragment. Leave it out.`)
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname) && !allowHttp) {
    throw new TypeError(
      `${name} is http and leaves this machine, so keys and conversations could be read on the way. Use https, or allow http (\`allowHttp: true\`, AMBIT_ALLOW_HTTP=true) for a network you trust.`,
    )
  }
}
