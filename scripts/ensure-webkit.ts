import { findWebKit } from './find-webkit.ts'
import { installFromDebian } from './install-from-debian.ts'

/**
 * Returns the path of a WebKitWebDriver to test with. Installs the distribution's on Debian as
 * root, with a display for it.
 *
 * @returns `undefined` when there is none; the tests in WebKit are then skipped.
 */
export async function ensureWebKit(): Promise<string | undefined> {
  const present = findWebKit()
  if (present) return present.driver
  await installFromDebian('webkit2gtk-driver', 'xvfb')
  return findWebKit()?.driver
}
