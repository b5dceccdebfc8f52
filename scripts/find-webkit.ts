import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { env, platform } from 'node:process'

/** The programs that a test in WebKit needs. */
export interface WebKit {
  /** The path of `WebKitWebDriver`, which drives the browser. */
  readonly driver: string
  /** The path of `MiniBrowser`, the browser. */
  readonly browser: string
  /** The path of `Xvfb`, a display that nobody sees. */
  readonly display: string
}

/**
 * Returns the WebKit to test with: `AMBIT_WEBKIT`, which is the path of a `WebKitWebDriver`, else
 * the one of the system.
 *
 * @returns `undefined` when one of the programs is missing, and always where there is no X.
 * @throws when `AMBIT_WEBKIT` names a file that does not exist.
 */
export function findWebKit(): WebKit | undefined {
  const named = env['AMBIT_WEBKIT']
  if (named && !existsSync(named)) {
    throw new Error(
      `AMBIT_WEBKIT is "${named}", and there is no such file. Correct it or unset it.`,
    )
  }
  if (platform !== 'linux') return undefined
  const driver = named || onPath('WebKitWebDriver')
  const display = onPath('Xvfb')
  if (driver === undefined || display === undefined) return undefined
  const browser = miniBrowsers(dirname(driver)).find((path) => existsSync(path))
  return browser === undefined ? undefined : { driver, browser, display }
}

function onPath(command: string): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return folders.map((folder) => join(folder, command)).find((path) => existsSync(path))
}

/** Returns where a distribution puts the browser of the driver in this folder, the newest first. */
const miniBrowsers = (folder: string): string[] =>
  ['x86_64-linux-gnu', 'aarch64-linux-gnu', '.']
    .flatMap((machine) => [join('../lib', machine), join('../libexec', machine)])
    .flatMap((place) => ['webkitgtk-6.0', 'webkit2gtk-4.1'].map((name) => join(place, name)))
    .map((place) => join(folder, place, 'MiniBrowser'))
