// The reasons: decisions/0035.
import { findBrowser } from '../find-browser.ts'
import { findFirefox } from '../find-firefox.ts'
import { findWebKit } from '../find-webkit.ts'
import type { EngineBrowser, EngineName, EngineOptions } from './engine-browser.ts'
import { launchWithPuppeteer } from './puppeteer-browser.ts'
import { launchWebKit } from './webkit-browser.ts'

/**
 * Starts the browser of an engine.
 *
 * @throws when the machine has none.
 */
export async function launchEngine(
  engine: EngineName,
  options: EngineOptions = {},
): Promise<EngineBrowser> {
  if (engine === 'webkit') {
    const webkit = findWebKit()
    if (webkit !== undefined) return launchWebKit(webkit, options)
  } else {
    const path = engine === 'firefox' ? findFirefox() : findBrowser()
    if (path !== undefined) return launchWithPuppeteer(engine, path, options)
  }
  throw new Error(`No browser with the engine "${engine}" was found, so no page can be opened.`)
}
