import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { env, execPath } from 'node:process'
import { freePort } from '../../scripts/free-port.ts'

const root = new URL('../..', import.meta.url)

/** A running `scripts/demo.ts`. */
export interface DemoServer extends AsyncDisposable {
  readonly url: string
  /** Returns everything that the server has printed. */
  output(): string
}

/**
 * Starts a demo as a user does, on a port of its own, with these variables and no key of this
 * machine.
 */
export async function startDemoServer(
  variables: Record<string, string>,
  example = 'start',
  ...flags: string[]
): Promise<DemoServer> {
  const port = await freePort()
  const server = spawn(
    execPath,
    ['--conditions=ambit-source', 'scripts/demo.ts', example, ...flags, '--port', String(port)],
    { cwd: root, env: { ...env, ...noProvider, ...variables }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const exited = once(server, 'exit')
  let output = ''
  const ready = Promise.withResolvers<void>()
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('Ctrl-C stops it.')) ready.resolve()
    })
  }
  void exited.then(() => ready.reject(new Error(`The demo server ended early:\n${output}`)))
  await ready.promise
  return {
    url: `http://127.0.0.1:${port}/`,
    output: () => output,
    async [Symbol.asyncDispose]() {
      server.kill('SIGINT')
      await exited
    },
  }
}

const noProvider = {
  AMBIT_BASE_URL: '',
  AMBIT_LOCAL_MODELS: 'off',
  AMBIT_MODELS: '',
  ANTHROPIC_API_KEY: '',
  GOOGLE_GENERATIVE_AI_API_KEY: '',
  OPENAI_API_KEY: '',
}
