import { platform, getuid } from 'node:process'
import { findBrowser } from './find-browser.ts'
import { runCommand } from './run-command.ts'

/**
 * Returns the path of a browser to test with. Fetches one if the machine has none: first
 * Playwright's own build, then, on Debian as root, the distribution's.
 *
 * @throws when neither can be fetched, with the output of each attempt.
 */
export async function ensureBrowser(): Promise<string> {
  const present = findBrowser()
  if (present) return present
  const said: string[] = []
  for (const [command, ...args] of attempts()) {
    const { code, output } = await runCommand(command, args, {
      DEBIAN_FRONTEND: 'noninteractive',
    }).catch((error: unknown) => ({ code: 1, output: String(error) }))
    if (code !== 0) said.push(`${[command, ...args].join(' ')}\n${output.trim()}`)
    const fetched = findBrowser()
    if (fetched) return fetched
  }
  throw new Error(
    `No Chromium or Chrome was found, and none could be fetched, so no browser test can run. ` +
      `Install one, or set AMBIT_CHROMIUM to its path.\n\n${said.join('\n\n')}`,
  )
}

function attempts(): [string, ...string[]][] {
  const apt: [string, ...string[]][] =
    platform === 'linux' && getuid?.() === 0
      ? [
          ['apt-get', 'update'],
          ['apt-get', 'install', '--yes', '--no-install-recommends', 'chromium'],
        ]
      : []
  return [['playwright', 'install', 'chromium'], ...apt]
}
