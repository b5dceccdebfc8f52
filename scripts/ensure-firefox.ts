import { findFirefox } from './find-firefox.ts'
import { installFromDebian } from './install-from-debian.ts'

/**
 * Returns the path of a Firefox to test with. Installs the distribution's on Debian as root.
 *
 * @returns `undefined` when there is none; the tests in Firefox are then skipped.
 */
export async function ensureFirefox(): Promise<string | undefined> {
  const present = findFirefox()
  if (present) return present
  await installFromDebian('firefox-esr')
  return findFirefox()
}
