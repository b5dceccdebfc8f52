import { isLoopbackHost } from '../loopback.ts'

/** The server's environment variables. */
export type Env = Record<string, string | undefined>

/**
 * A provider's base URL from the environment; undefined when the variable is not set.
 *
 * @throws TypeError for what is no URL, holds credentials, or is `http` to another machine (where the
 * key could be read on the way) without `AMBIT_ALLOW_HTTP=true`.
 */
export function baseUrlFrom(env: Env, variable: string): string | undefined {
  const value = env[variable]
  if (!value) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new TypeError(`${variable} is not an http or https URL.`)
  }
  if (url.username || url.password) {
    throw new TypeError(`${variable} holds a name or password. Give the key in its own variable.`)
  }
  if (
    url.protocol === 'http:' &&
    !isLoopbackHost(url.hostname) &&
    env['AMBIT_ALLOW_HTTP'] !== 'true'
  ) {
    throw new TypeError(
      `${variable} is http and leaves this machine, so keys and conversations could be read on the way. Use https, or set AMBIT_ALLOW_HTTP=true for a network you trust.`,
    )
  }
  return value
}
