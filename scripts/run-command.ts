import { spawn } from 'node:child_process'
import { platform, env as processEnv } from 'node:process'

/** What a finished command left behind. */
export interface Finished {
  /** The exit code; 1 when a signal ended it. */
  code: number
  /** Standard output and standard error, as they came. */
  output: string
}

/**
 * Runs a command of `node_modules/.bin` or of the system and waits for its end.
 *
 * @throws when the command cannot be started at all.
 */
export function runCommand(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: { ...processEnv, ...env },
      shell: platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const add = (chunk: string) => (output += chunk)
    child.stdout.setEncoding('utf8').on('data', add)
    child.stderr.setEncoding('utf8').on('data', add)
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
