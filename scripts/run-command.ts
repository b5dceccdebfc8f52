import { type ChildProcess, spawn } from 'node:child_process'
import { kill, platform, env as processEnv } from 'node:process'

/** The outcome of a command. */
export interface Finished {
  /** The exit code; 1 if a signal ended the command. */
  code: number
  /** The standard output and standard error, in the order of arrival. */
  output: string
  /** True if the command said nothing for too long and was killed. */
  isHung: boolean
}

const isWindows = platform === 'win32'

/** The time in which the output of an ended command arrives. */
const outputMs = 5_000

/**
 * Runs a command of `node_modules/.bin` or of the system, and ends it if it says nothing for
 * `silentMs`. Then it kills the processes that the command left running. What one of them keeps
 * open is not waited for. `tell` gets the output as it comes: one command in another is heard so.
 *
 * @throws when the command cannot be started at all.
 */
export function runCommand(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
  silentMs?: number,
  tell?: (chunk: string) => void,
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
    let limit: NodeJS.Timeout | undefined
    const hear = () => {
      clearTimeout(limit)
      if (silentMs === undefined) return
      limit = setTimeout(() => {
        isHung = true
        endGroup(child)
      }, silentMs)
    }
    const add = (chunk: string) => {
      output += chunk
      tell?.(chunk)
      hear()
    }
    hear()
    child.stdout.setEncoding('utf8').on('data', add)
    child.stderr.setEncoding('utf8').on('data', add)
    const finish = (code: number | null) => {
      clearTimeout(limit)
      resolve({ code: isHung ? 1 : (code ?? 1), output, isHung })
    }
    child.on('error', reject)
    child.on('exit', (code) => {
      endGroup(child)
      // A process outside of the group, such as a daemon, can hold the output open for ever.
      const late = setTimeout(() => finish(code), outputMs)
      child.on('close', () => {
        clearTimeout(late)
        finish(code)
      })
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

/** The time after which a silent command counts as hung: a browser may not start, for example. */
const hungMs = 5 * 60_000

/** Runs a command, and once more if it hangs. The output of one that hangs twice says so. */
export async function runUnlessHung(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
  silentMs = hungMs,
): Promise<Finished> {
  const first = await runCommand(command, args, env, silentMs)
  if (!first.isHung) return first
  const said = `"${[command, ...args].join(' ')}" said nothing for ${silentMs / 60_000} minutes.`
  console.log(`${said} Once more. Its last words:\n${first.output.slice(-1_000)}`)
  const second = await runCommand(command, args, env, silentMs)
  return second.isHung ? { ...second, output: `${second.output}\n${said}` } : second
}
