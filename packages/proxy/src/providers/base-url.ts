import { checkBaseUrl } from '../check-base-url.ts'

/** The server's environment variables. */
export type Env = Record<string, string | undefined>

/**
 * A provider's base URL from the environment; undefined when the variable is not set.
 *
 * @throws TypeError for what `checkBaseUrl` refuses, `http` unless `AMBIT_ALLOW_HTTP=true`.
 */
export function baseUrlFrom(env: Env, variable: string): string | undefined {
  const value = env[variable]
  if (!value) return undefined
  checkBaseUrl(variable, value, env['AMBIT_ALLOW_HTTP'] === 'true')
  return value
}
