import { type ChildProcess, spawn } from 'node:child_process'
import { kill, platform, env as processEnv } from 'node:process'

/** The outcome of a command. */
export interface Finished {
  /** The exit code; 1 if a signal ended the command. */
  code: number
  /** The standard output and standard error, in the order of arrival. */
  output: string
  /** True if the command did not end in time and was killed. */
  isHung: boolean
}

const isWindows = platform === 'win32'

/**
 * Runs a command of `node_modules/.bin` or of the system and waits at most `limitMs` for its end.
 * Then it kills the processes that the command left running. A browser's helper, for example, would
 * keep the output open.
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
      // The command gets its own process group, so that the whole group can be killed.
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
    // No process of the group is left.
  }
}
