import { type Place, wrong } from './check-options.ts'
import { isLoopbackHost } from './loopback.ts'

/**
 * Checks that keys and conversations may be sent to `value`.
 *
 * @throws TypeError for a value that is not an http or https URL, or holds credentials, a query or
 * a fragment. Also for `http` to another machine, unless `allowHttp` is true.
 */
export function checkBaseUrl(at: Place, value: string, allowHttp: boolean): void {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw wrong(at, 'is not an http or https URL.')
  }
  if (url.username || url.password) {
    throw wrong(
      at,
      'holds a name or password, which logs could show. Give the key in its own option.',
    )
  }
  if (url.search || url.hash) throw wrong(at, 'holds a query or a fragment. Leave it out.')
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname) && !allowHttp) {
    throw wrong(
      at,
      'is http to another machine, so keys and conversations could be read on the way. Use https, or allow http (`allowHttp: true`, AMBIT_ALLOW_HTTP=true) for a network you trust.',
    )
  }
}

/** The server's environment variables. */
export type Env = Record<string, string | undefined>

/**
 * Reads a provider's base URL from the environment. Undefined if the variable is not set.
 *
 * @throws TypeError for a URL that `checkBaseUrl` refuses. `AMBIT_ALLOW_HTTP=true` allows http.
 */
export function baseUrlFrom(env: Env, variable: string): string | undefined {
  const value = env[variable]
  if (!value) return undefined
  checkBaseUrl([variable, ''], value, env['AMBIT_ALLOW_HTTP'] === 'true')
  return value
}
