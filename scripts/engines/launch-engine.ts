import type { EngineBrowser, EngineName } from './engine-browser.ts'
import { findFirefox } from '../find-firefox.ts'
import { findWebKit } from '../find-webkit.ts'
import { launchFirefox } from './firefox-browser.ts'
import { launchWebKit } from './webkit-browser.ts'

/** True if the machine has a browser of this engine. */
export function hasEngine(engine: EngineName): boolean {
  return (engine === 'firefox' ? findFirefox() : findWebKit()) !== undefined
}

/**
 * Starts the browser of an engine.
 *
 * @throws when the machine has none.
 */
export async function launchEngine(engine: EngineName): Promise<EngineBrowser> {
  const firefox = engine === 'firefox' ? findFirefox() : undefined
  if (firefox !== undefined) return launchFirefox(firefox)
  const webkit = engine === 'webkit' ? findWebKit() : undefined
  if (webkit !== undefined) return launchWebKit(webkit)
  throw new Error(`No browser with the engine "${engine}" was found, so no page can be opened.`)
}
