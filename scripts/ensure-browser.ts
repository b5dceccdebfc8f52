import { findBrowser } from './find-browser.ts'
import { installFromDebian } from './install-from-debian.ts'
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
  const failures = await installFromPlaywright()
  if (!findBrowser()) failures.push(...(await installFromDebian('chromium')))
  const fetched = findBrowser()
  if (fetched) return fetched
  throw new Error(
    `No Chromium or Chrome was found, and none could be fetched, so no browser test can run. ` +
      `Install one, or set AMBIT_CHROMIUM to its path.\n\n${failures.join('\n\n')}`,
  )
}

async function installFromPlaywright(): Promise<string[]> {
  const args = ['install', 'chromium']
  const { code, output } = await runCommand('playwright', args).catch((error: unknown) => ({
    code: 1,
    output: String(error),
  }))
  return code === 0 ? [] : [`playwright ${args.join(' ')}\n${output.trim()}`]
}
