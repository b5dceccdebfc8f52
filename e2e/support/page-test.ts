import { env } from 'node:process'
import { expect, type Page, test as base } from '@playwright/test'
import { type EngineBrowser, engineNames } from '../../scripts/engines/engine-browser.ts'
import { launchEngine } from '../../scripts/engines/launch-engine.ts'
import { openStoryPage } from '../engines/story-page.ts'
import { Traffic } from '../engines/traffic.ts'

export const engine = engineNames.find(
  (name) => name !== 'chromium' && name === env['AMBIT_ENGINE'],
)

/** Playwright's `test`, with a page of the engine that `AMBIT_ENGINE` names. Else of Chromium. */
export const test =
  engine === undefined
    ? base
    : base.extend<object, { readonly engineHost: EngineHost }>({
        page: async ({ engineHost: { browser, traffic }, baseURL }, provide) => {
          traffic.reset()
          await using profile = await browser.newProfile()
          const page = await openStoryPage({ profile, traffic, baseUrl: baseURL ?? '' })
          await provide(page as unknown as Page)
        },
        engineHost: [
          async ({}, provide) => {
            await using traffic = await Traffic.start()
            await using browser = await launchEngine(engine, { proxyPort: traffic.port })
            await provide({ browser, traffic })
          },
          { scope: 'worker' },
        ],
      })

interface EngineHost {
  readonly browser: EngineBrowser
  readonly traffic: Traffic
}

export { expect }
