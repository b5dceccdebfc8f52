import process, { stdout } from 'node:process'
import { parseArgs } from 'node:util'
import type { Env } from '../base-url.ts'
import { isLoopbackHost } from '../loopback.ts'
import { checkDeployment } from './check-deployment.ts'
import { serve } from './serve.ts'

const usage = `ambit-proxy [--config FILE]
  Runs a proxy with the options that FILE exports, or with those of the environment.

ambit-proxy check URL [--host NAME] [--token TOKEN]
  Checks a running proxy at its base URL, such as http://localhost:8787/api/agent.
  Sends only to this machine, unless NAME is the host of URL. Calls no model.
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
        help: { type: 'boolean', short: 'h' },
      },
    })
    const [command, url, ...rest] = positionals
    if (values.help || rest.length > 0 || (command !== undefined && command !== 'check')) {
      print(usage)
      return values.help ? 0 : 2
    }
    if (command === 'check') return await check(url ?? '', values.host, values.token, print)
    await serve({ config: values.config, env, print, signal: terminationSignal() })
    return 0
  } catch (thrown) {
    print(thrown instanceof Error ? thrown.message : 'ambit-proxy failed.')
    return 2
  }
}

async function check(
  url: string,
  host: string | undefined,
  token: string | undefined,
  print: (line: string) => void,
): Promise<number> {
  if (!URL.canParse(url)) throw new TypeError('check: give the URL of the proxy’s base path.')
  const { hostname } = new URL(url)
  if (!isLoopbackHost(hostname) && host !== hostname) {
    throw new TypeError(
      `check: ${hostname} is not this machine. The check sends it about forty requests that it should refuse. To allow this, add --host ${hostname}.`,
    )
  }
  const findings = await checkDeployment(url.replace(/\/$/, ''), token)
  for (const { name, problem } of findings) print(problem ? `✗ ${name}: ${problem}` : `✓ ${name}`)
  const failed = findings.filter(({ problem }) => problem).length
  print(`${findings.length - failed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
}

/** Returns a signal that aborts when the process gets SIGINT or SIGTERM. */
function terminationSignal(): AbortSignal {
  const termination = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => termination.abort())
  return termination.signal
}
