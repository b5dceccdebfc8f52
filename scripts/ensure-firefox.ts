import { getuid, platform } from 'node:process'
import { findFirefox } from './find-firefox.ts'
import { runCommand } from './run-command.ts'

/**
 * Returns the path of a Firefox to test with. Installs the distribution's on Debian as root.
 *
 * @returns `undefined` when there is none; the tests in Firefox are then skipped.
 */
export async function ensureFirefox(): Promise<string | undefined> {
  const present = findFirefox()
  if (present || platform !== 'linux' || getuid?.() !== 0) return present
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', 'firefox-esr']]) {
    await runCommand('apt-get', args, { DEBIAN_FRONTEND: 'noninteractive' }).catch(() => {})
  }
  return findFirefox()
}
