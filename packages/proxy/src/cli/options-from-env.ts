import type { Env } from '../base-url.ts'
import { providersFromEnv } from '../providers/providers-from-env.ts'
import type { ProxyOptions } from '../proxy-options.ts'
import { s3Files } from '../sessions/s3-files.ts'
import { sessions } from '../sessions/sessions.ts'
import { sqliteSessions } from '../sessions/sqlite-sessions.ts'
import type { SessionFiles } from '../sessions/store.ts'
import { tokenAuth } from '../token-auth.ts'

/** The options with which `ambit-proxy` runs without a configuration file. */
export interface EnvOptions {
  options: ProxyOptions
  port: number
  /** Says which model the server at `AMBIT_BASE_URL` has. Undefined without such a server. */
  describeServer: (() => Promise<string>) | undefined
}

/**
 * Reads a proxy's options from environment variables, in addition to those of `providersFromEnv`:
 *
 * | variable | value |
 * |---|---|
 * | `AMBIT_TOKENS` | the tokens of clients: `name=token` pairs, separated by commas |
 * | `AMBIT_ALLOWED_ORIGINS` | the allowed origins, separated by commas |
 * | `AMBIT_REQUESTS_PER_MINUTE` | the requests of each subject in a minute |
 * | `AMBIT_SESSIONS` | the file that keeps the sessions of each subject; default: none are kept |
 * | `AMBIT_BUCKET` | the S3 bucket for their files; default: they are in the file too |
 * | `HOST` | the address to listen on with tokens; default: `0.0.0.0`; without: `127.0.0.1` |
 * | `PORT` | the port to listen on; default: 8787 |
 *
 * A bucket needs `AWS_ENDPOINT_URL`, `AWS_REGION`, `AWS_ACCESS_KEY_ID` and
 * `AWS_SECRET_ACCESS_KEY`. Without tokens the proxy serves only this machine.
 *
 * @throws TypeError that names the wrong variable.
 */
export function optionsFromEnv(env: Env): EnvOptions {
  const tokens = split(env['AMBIT_TOKENS']).map((pair) => {
    const at = pair.indexOf('=')
    if (at < 1) throw new TypeError('AMBIT_TOKENS must be `name=token` pairs, separated by commas.')
    return [pair.slice(0, at), pair.slice(at + 1)] as const
  })
  const isOpen = tokens.length === 0
  const twice = tokens.find(([name], at) => tokens.findIndex(([other]) => other === name) < at)
  if (twice) {
    throw new TypeError(
      `AMBIT_TOKENS has two tokens for "${twice[0]}". Give each a name of its own.`,
    )
  }
  const rate = env['AMBIT_REQUESTS_PER_MINUTE']
  if (rate && !(Number(rate) > 0)) {
    throw new TypeError(`AMBIT_REQUESTS_PER_MINUTE is "${rate}". Give a number above 0.`)
  }
  const path = env['AMBIT_SESSIONS']
  const files = filesFrom(env)
  const { models, describeServer } = providersFromEnv(env)
  return {
    options: {
      models,
      origins: split(env['AMBIT_ALLOWED_ORIGINS']),
      ...(isOpen ? { insecureDev: true } : { authorize: tokenAuth(Object.fromEntries(tokens)) }),
      ...(path && { use: [sessions({ store: sqliteSessions(path, { files }) })] }),
      ...(rate && { limits: { requests: Number(rate) } }),
    },
    port: portFrom(env['PORT'] || '8787'),
    describeServer,
  }
}

function filesFrom(env: Env): SessionFiles | undefined {
  const { AMBIT_BUCKET: bucket } = env
  if (!bucket) return undefined
  const need = (name: string): string => {
    const value = env[name]
    if (value) return value
    throw new TypeError(`AMBIT_BUCKET needs ${name}.`)
  }
  need('AMBIT_SESSIONS')
  return s3Files({
    bucket,
    endpoint: need('AWS_ENDPOINT_URL'),
    region: need('AWS_REGION'),
    accessKeyId: need('AWS_ACCESS_KEY_ID'),
    secretAccessKey: need('AWS_SECRET_ACCESS_KEY'),
    allowHttp: env['AMBIT_ALLOW_HTTP'] === 'true',
  })
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
