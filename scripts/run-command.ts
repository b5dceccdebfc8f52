import { type ChildProcess, spawn } from 'node:child_process'
import { kill, platform, env as processEnv } from 'node:process'

/** What a finished command left behind. */
export interface Finished {
  /** The exit code; 1 when a signal ended it. */
  code: number
  /** Standard output and standard error, as they came. */
  output: string
  /** It did not end in time and was killed. */
  isHung: boolean
}

const isWindows = platform === 'win32'

/**
 * Runs a command of `node_modules/.bin` or of the system and waits for its end, at most `limitMs`. What it leaves running ends with it: a
 * browser's helper that keeps the output open must not be waited for.
 *
 * @throws when the command cannot be started at all.
 */
export function runCommand(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
  limitMs?: number,
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: { ...processEnv, ...env },
      shell: isWindows,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that all of it can be ended.
      detached: !isWindows,
    })
    let output = ''
    let isHung = false
    const add = (chunk: string) => (output += chunk)
    child.stdout.setEncoding('utf8').on('data', add)
    child.stderr.setEncoding('utf8').on('data', add)
    const limit =
      limitMs === undefined
        ? undefined
        : setTimeout(() => {
            isHung = true
            endGroup(child)
          }, limitMs)
    child.on('error', reject)
    child.on('exit', () => endGroup(child))
    child.on('close', (code) => {
      clearTimeout(limit)
      resolve({ code: isHung ? 1 : (code ?? 1), output, isHung })
    })
  })
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    if (isWindows) child.kill('SIGKILL')
    else kill(-child.pid, 'SIGKILL')
  } catch {
    // Nothing of it runs any more.
  }
}
