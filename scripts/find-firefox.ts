import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { env, platform } from 'node:process'

const commands = ['firefox-esr', 'firefox']

const installed = [
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
]

/**
 * Returns the path of a Firefox to test with: `AMBIT_FIREFOX`, else one of the system.
 *
 * @returns `undefined` when there is none.
 * @throws when `AMBIT_FIREFOX` names a file that does not exist.
 */
export function findFirefox(): string | undefined {
  const named = env['AMBIT_FIREFOX']
  if (named) {
    if (existsSync(named)) return named
    throw new Error(
      `AMBIT_FIREFOX is "${named}", and there is no such file. Correct it or unset it.`,
    )
  }
  const folders = platform === 'win32' ? [] : (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const onPath = commands.flatMap((command) => folders.map((folder) => join(folder, command)))
  return [...onPath, ...installed].find((path) => existsSync(path))
}
