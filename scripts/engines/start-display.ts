import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { endWithProcess } from './end-with-process.ts'

/** A display that nobody sees. */
export interface Display extends AsyncDisposable {
  /** The value of `DISPLAY`. */
  readonly name: string
}

/**
 * Starts an X server with a number that no other one has.
 *
 * @throws when the server ends before it is ready.
 */
export async function startDisplay(xvfb: string): Promise<Display> {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const server = spawn(xvfb, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  // The browsers on a display end with it.
  endWithProcess(server)
  const exited = once(server, 'exit')
  const number = server.stdio[3] as Readable
  const [chosen] = (await Promise.race([once(number, 'data'), exited])) as [unknown]
  if (server.exitCode !== null || !Buffer.isBuffer(chosen)) {
    throw new Error(`The display of the tests, ${xvfb}, ended with code ${server.exitCode}.`)
  }
  return {
    name: `:${String(chosen).trim()}`,
    async [Symbol.asyncDispose]() {
      server.kill()
      await exited
    },
  }
}
