import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { env, kill } from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../scripts/free-port.ts'
import { runCommand } from '../../scripts/run-command.ts'

/** No build and no server reports its use to the makers of the framework. */
const quiet = { ASTRO_TELEMETRY_DISABLED: '1', NEXT_TELEMETRY_DISABLED: '1' }

/** Runs a script of the folder, as its README says. Throws its output if it fails. */
export const runScript = (folder: string, script: string): Promise<string> =>
  runLine(folder, `npm run ${script}`)

/** Runs a line of a shell in a folder, and returns its output. Throws the output if it fails. */
export async function runLine(
  folder: string,
  line: string,
  variables: Record<string, string> = {},
): Promise<string> {
  const args = ['-c', `cd "$0" && ${line}`, folder]
  const { code, output } = await runCommand('sh', args, { ...quiet, ...variables })
  if (code === 0) return output
  throw new Error(`${line} failed in ${folder}:\n${output}`)
}

/** A server of an example. */
export interface App extends AsyncDisposable {
  readonly url: string
  /** Returns everything that the server has printed. */
  output(): string
}

/** Runs `npm start` on a free port with these variables. Resolves when the server answers. */
export const startApp = (
  folder: string,
  portArgs: (port: number) => readonly string[] = () => [],
  variables: Record<string, string> = {},
): Promise<App> => startServer(folder, (port) => ['start', ...portArgs(port)], variables)

/** Runs the command of a development server, as `startApp` does. */
export const startDev = (
  folder: string,
  command: string,
  variables: Record<string, string>,
): Promise<App> =>
  startServer(
    folder,
    (port) => ['exec', '--', ...command.split(' '), '--port', String(port)],
    variables,
  )

async function startServer(
  folder: string,
  argsOf: (port: number) => readonly string[],
  variables: Record<string, string>,
): Promise<App> {
  const port = await freePort()
  const args = argsOf(port)
  const server = spawn('npm', args, {
    cwd: folder,
    env: { ...env, ...quiet, HOST: 'localhost', PORT: String(port), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    // The server is a child of npm, so the whole group has to end.
    detached: true,
  })
  let output = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const exited = once(server, 'exit')
  const url = `http://localhost:${port}/`
  while (!(await answers(url))) {
    if (server.exitCode !== null) throw new Error(`npm ${args.join(' ')} ended early:\n${output}`)
    await wait(100)
  }
  return {
    url,
    output: () => output,
    async [Symbol.asyncDispose]() {
      if (server.pid !== undefined) kill(-server.pid, 'SIGTERM')
      await exited
    },
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
