import { fileURLToPath } from 'node:url'
import { defineBrowserProvider } from '@vitest/browser'
import type { BrowserProvider, BrowserProviderOption, TestProject } from 'vitest/node'
import {
  type EngineBrowser,
  type EngineName,
  engineNames,
  type EnginePage,
} from './engine-browser.ts'
import { launchEngine } from './launch-engine.ts'
import { commands } from './vitest-commands.ts'

/** Runs vitest's browser tests in Firefox or WebKit. The instance's `browser` names the engine. */
export function engineProvider(): BrowserProviderOption {
  return defineBrowserProvider({
    name: 'engines',
    supportedBrowser: engineNames,
    providerFactory: (project) => new EngineProvider(project),
  })
}

/** The frame of the tests has a size of its own. The window only has to be large enough for it. */
const window = { width: 1500, height: 1100 }

class EngineProvider implements BrowserProvider {
  readonly name = 'engines'
  // A second window would slow down the timers of the first.
  readonly supportsParallelism = false
  readonly initScripts = [fileURLToPath(new URL('vitest-locators.ts', import.meta.url))]
  readonly #engine: EngineName
  #browser: Promise<EngineBrowser> | undefined
  #page: EnginePage | undefined

  constructor(project: TestProject) {
    this.#engine = project.config.browser.name as EngineName
    for (const [name, command] of Object.entries(commands)) {
      project.browser?.registerCommand(name as never, command as never)
    }
    project.browser?.registerCommand('__vitest_viewport' as never, (() => undefined) as never)
  }

  getCommandsContext(): Record<string, unknown> {
    return { enginePage: this.#page }
  }

  async openPage(_session: string, url: string): Promise<void> {
    this.#browser ??= launchEngine(this.#engine)
    await this.#page?.close()
    const profile = await (await this.#browser).newProfile()
    this.#page = await profile.newPage()
    await this.#page.setViewport(window.width, window.height)
    await this.#page.open(url)
  }

  async close(): Promise<void> {
    await (await this.#browser)?.close()
    this.#browser = undefined
    this.#page = undefined
  }
}
