import { env } from 'node:process'
import { expect, type Page, test as base } from '@playwright/test'
import { type EngineBrowser, engineNames } from '../../scripts/engines/engine-browser.ts'
import { launchEngine } from '../../scripts/engines/launch-engine.ts'
import { openStoryPage, type StoryPage } from '../engines/story-page.ts'

const engine = engineNames.find((name) => name === env['AMBIT_ENGINE'])

/** Playwright's `test`, with a page of the engine that `AMBIT_ENGINE` names. Else of Chromium. */
export const test =
  engine === undefined
    ? base
    : base.extend<object, { readonly engineBrowser: EngineBrowser }>({
        page: async ({ engineBrowser, baseURL }, provide) => {
          await using profile = await engineBrowser.newProfile()
          const page: StoryPage = await openStoryPage(profile, baseURL ?? '')
          await provide(page as unknown as Page)
        },
        engineBrowser: [
          async ({}, provide) => {
            await using browser = await launchEngine(engine)
            await provide(browser)
          },
          { scope: 'worker' },
        ],
      })

export { expect }
