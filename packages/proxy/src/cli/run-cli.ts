import process, { stdout } from 'node:process'
import { parseArgs } from 'node:util'
import type { Env } from '../base-url.ts'
import { isLoopbackHost } from '../loopback.ts'
import { checkDeployment } from './check-deployment.ts'
import { serve } from './serve.ts'

const usage = `ambit-proxy [--config FILE]
  Runs a proxy with the options that FILE exports, or of the environment.

ambit-proxy check URL [--host NAME] [--token TOKEN] [--header 'NAME: VALUE']... [--cookie 'NAME=VALUE']...
  Checks a running proxy at its URL, such as http://localhost:8787/api/agent.
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
      headers.append(line.slice(0, Math.max(0, at)), line.slice(at + 1).trim())
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
  if (!URL.canParse(url)) throw new TypeError('check: give the URL of the proxy’s base path.')
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
