import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { env, platform } from 'node:process'
import { chromium } from '@playwright/test'

/** Flags that keep a headless browser quiet and off the network, in containers too. */
export const browserFlags: string[] = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const commands = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

const installed = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * Returns the path of a Chromium or Chrome to test with: `AMBIT_CHROMIUM`, else one of the system,
 * else the one that Playwright downloaded.
 *
 * @returns `undefined` when there is none.
 * @throws when `AMBIT_CHROMIUM` names a file that does not exist.
 */
export function findBrowser(): string | undefined {
  const named = env['AMBIT_CHROMIUM']
  if (named) {
    if (existsSync(named)) return named
    throw new Error(
      `AMBIT_CHROMIUM is "${named}", and there is no such file. Correct it or unset it.`,
    )
  }
  const folders = platform === 'win32' ? [] : (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const onPath = commands.flatMap((command) => folders.map((folder) => join(folder, command)))
  return [...onPath, ...installed, chromium.executablePath()].find((path) => existsSync(path))
}
