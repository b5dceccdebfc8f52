import process, { stdout } from 'node:process'
import { parseArgs } from 'node:util'
import type { Env } from '../base-url.ts'
import { isLoopbackHost } from '../loopback.ts'
import { checkDeployment } from './check-deployment.ts'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createProxy } from '../create-proxy.ts'
import { describeModels } from '../model-table.ts'
import { nodeListener } from '../node/node-listener.ts'
import { defaultPath, type ProxyOptions } from '../proxy-options.ts'
import { providersFromEnv } from '../providers/providers-from-env.ts'
import { s3Files } from '../sessions/s3-files.ts'
import { sessions } from '../sessions/sessions.ts'
import { sqliteSessions } from '../sessions/sqlite-sessions.ts'
import type { SessionFiles } from '../sessions/store.ts'
import { tokenAuth } from '../token-auth.ts'

const usage = `ambit-proxy [--config FILE]
  Runs a proxy with the options that FILE exports, or of the environment.

ambit-proxy check URL [--host NAME] [--token TOKEN] [--header 'NAME: VALUE']... [--cookie 'NAME=VALUE']...
  Checks the proxy at URL, such as http://localhost:8787/api/agent.
  Sends only to this machine, unless NAME is the host of URL. Calls no model.
  With credentials of a user, it also checks behind the sign-in. It prints none of them.
`

/**
 * Runs the command `ambit-proxy`.
 *
 * @returns The exit code.
 */
export async function runCli(
  args: readonly string[],
  env: Env,
  print: (line: string) => void = (line) => void stdout.write(`${line}\n`),
): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        config: { type: 'string' },
        host: { type: 'string' },
        token: { type: 'string' },
        header: { type: 'string', multiple: true },
        cookie: { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' },
      },
    })
    const [command, url, ...rest] = positionals
    if (values.help || rest.length > 0 || (command !== undefined && command !== 'check')) {
      print(usage)
      return values.help ? 0 : 2
    }
    if (command === 'check')
      return await check(url ?? '', values.host, toCredentials(values), print)
    await serve({ config: values.config, env, print, signal: terminationSignal() })
    return 0
  } catch (thrown) {
    print(thrown instanceof Error ? thrown.message : 'ambit-proxy failed.')
    return 2
  }
}

/** The options of `check` that hold credentials. */
interface CredentialOptions {
  token?: string | undefined
  header?: string[] | undefined
  cookie?: string[] | undefined
}

/**
 * Returns the credentials as headers.
 *
 * @throws TypeError for a header that cannot be sent. It does not name the value.
 */
function toCredentials({ token, header = [], cookie = [] }: CredentialOptions) {
  const headers = new Headers()
  try {
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    for (const line of header) {
      const at = line.indexOf(':')
      headers.append(line.slice(0, Math.max(0, at)), line.slice(at + 1))
    }
    if (cookie.length > 0) headers.set('cookie', cookie.join('; '))
  } catch {
    throw new TypeError(
      "check: a header cannot be sent. Give `--header 'name: value'` and `--cookie 'name=value'`.",
    )
  }
  return Object.fromEntries(headers)
}

async function check(
  url: string,
  host: string | undefined,
  credentials: Readonly<Record<string, string>>,
  print: (line: string) => void,
): Promise<number> {
  if (!URL.canParse(url)) throw new TypeError('check: give the URL of the base path.')
  const { hostname } = new URL(url)
  if (!isLoopbackHost(hostname) && host !== hostname) {
    throw new TypeError(
      `check: ${hostname} is not this machine. The check sends it about 30 requests: add --host ${hostname}.`,
    )
  }
  try {
    const { findings, unseen, keepsPrefixes } = await checkDeployment(
      url.replace(/\/$/, ''),
      credentials,
    )
    for (const { name, problem } of findings) print(problem ? `✗ ${name}: ${problem}` : `✓ ${name}`)
    const failed = findings.filter(({ problem }) => problem).length
    if (unseen > 0) {
      print(
        `${unseen} of these checks came only to the sign-in. Give --token, --header or --cookie of a user.`,
      )
    }
    if (keepsPrefixes) print('It keeps parts of conversations for some minutes: see `prefixes`.')
    print(`${findings.length - failed} passed, ${failed} failed`)
    return failed > 0 ? 1 : 0
  } catch (thrown) {
    print(thrown instanceof TypeError ? thrown.message : 'check: it could not be done.')
    return 1
  }
}

/** Returns a signal that aborts when the process gets SIGINT or SIGTERM. */
function terminationSignal(): AbortSignal {
  const termination = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => termination.abort())
  return termination.signal
}

interface ServeOptions {
  /**
   * The path of a module whose default export is the options of `createProxy`. Default: the options
   * come from the environment.
   */
  config?: string | undefined
  env: Env
  print: (line: string) => void
  /** A signal that shuts the server down when it aborts. */
  signal: AbortSignal
}

/** Runs a proxy until `signal` aborts. Then waits up to 30 seconds for the answers in flight. */
export async function serve({ config, env, print, signal }: ServeOptions): Promise<void> {
  const isOwn = config === undefined
  const found = optionsFromEnv(isOwn ? env : { PORT: env['PORT'] })
  const options = isOwn ? found.options : await readConfig(config)
  const log = (entry: object) => print(JSON.stringify(entry))
  const proxy = createProxy({ log, ...options })
  const host = options.insecureDev ? '127.0.0.1' : env['HOST'] || '0.0.0.0'
  const server = createServer(nodeListener(proxy)).listen(found.port, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  print(`ambit-proxy listens at http://${host}:${port}${options.path ?? defaultPath}`)
  if (options.models) print(`models: ${describeModels(options.models)}`)
  void found.describeServer?.().then(print)
  if (!signal.aborted) await once(signal, 'abort')
  await proxy.drain()
  server.close()
  server.closeAllConnections()
}

async function readConfig(config: string): Promise<ProxyOptions> {
  const module: { default?: ProxyOptions } = await import(pathToFileURL(resolve(config)).href)
  if (module.default) return module.default
  throw new TypeError(`${config} has no default export. Export the options of createProxy.`)
}

/** The options with which `ambit-proxy` runs without a configuration file. */
interface EnvOptions {
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
