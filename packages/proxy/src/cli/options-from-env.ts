import { limits } from '../limits/limits.ts'
import type { ProxyOptions } from '../proxy-options.ts'
import type { Env } from '../providers/provider-kinds.ts'
import { providersFromEnv } from '../providers/providers-from-env.ts'
import { tokenAuth } from '../token-auth.ts'

/** What `ambit-proxy` serves without a configuration file. */
export interface EnvOptions {
  options: ProxyOptions
  /** Where to listen: this machine alone, unless there are tokens. */
  host: string
  port: number
}

/**
 * A proxy's options from environment variables, beyond those of `providersFromEnv`:
 *
 * | variable | is |
 * |---|---|
 * | `AMBIT_TOKENS` | who may ask: `name=token` pairs, separated by commas; without it the proxy serves this machine alone |
 * | `AMBIT_ALLOWED_ORIGINS` | origins, separated by commas |
 * | `AMBIT_REQUESTS_PER_MINUTE` | of each subject |
 * | `HOST`, `PORT` | default: `127.0.0.1` (with tokens `0.0.0.0`) and 8787 |
 *
 * @throws TypeError naming the variable that is wrong.
 */
export function optionsFromEnv(env: Env): EnvOptions {
  const tokens = split(env['AMBIT_TOKENS']).map((pair) => {
    const at = pair.indexOf('=')
    if (at < 1) throw new TypeError('AMBIT_TOKENS must be `name=token` pairs, separated by commas.')
    return [pair.slice(0, at), pair.slice(at + 1)] as const
  })
  const isOpen = tokens.length === 0
  const { models, modelsWithoutKey } = providersFromEnv(env)
  const rate = env['AMBIT_REQUESTS_PER_MINUTE']
  return {
    options: {
      models,
      modelsWithoutKey,
      allowedOrigins: split(env['AMBIT_ALLOWED_ORIGINS']),
      ...(isOpen ? { insecureDev: true } : { authorize: tokenAuth(Object.fromEntries(tokens)) }),
      ...(rate && { limits: limits({ requestsPerMinute: Number(rate) }) }),
    },
    host: env['HOST'] || (isOpen ? '127.0.0.1' : '0.0.0.0'),
    port: portFrom(env['PORT'] || '8787'),
  }
}

function portFrom(text: string): number {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port
  throw new TypeError(`The port is "${text}". Give a number from 0 to 65535.`)
}

const split = (list: string | undefined): string[] =>
  (list ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
