import { getuid, platform } from 'node:process'
import { runCommand } from './run-command.ts'

/** True if packages of the distribution can be installed: Debian or its like, as root. */
export const canInstallFromDebian = platform === 'linux' && getuid?.() === 0

/**
 * Installs packages of the distribution. Does nothing where that cannot be done.
 *
 * @returns what failed, one text per command.
 */
export async function installFromDebian(...packages: readonly string[]): Promise<string[]> {
  if (!canInstallFromDebian) return []
  const failures: string[] = []
  const install = ['install', '--yes', '--no-install-recommends', ...packages]
  for (const args of [['update'], install]) {
    // Another program may be installing just now.
    const waiting = ['-o', 'DPkg::Lock::Timeout=300', ...args]
    const { code, output } = await runCommand('apt-get', waiting, {
      DEBIAN_FRONTEND: 'noninteractive',
    }).catch((error: unknown) => ({ code: 1, output: String(error) }))
    if (code !== 0) failures.push(`apt-get ${args.join(' ')}\n${output.trim()}`)
  }
  return failures
}
