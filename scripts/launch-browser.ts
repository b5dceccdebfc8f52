import { chromium } from '@playwright/test'
import { type Browser, launch } from 'puppeteer-core'
import { browserFlags, findBrowser } from './find-browser.ts'
import { findFirefox } from './find-firefox.ts'

/** A browser that the same test can drive. */
export interface TestedBrowser {
  readonly name: 'Chromium' | 'Firefox'
  /** True if the machine has none, so that its tests are skipped. */
  readonly isMissing: boolean
  /** Starts the browser with a profile of its own, which is deleted when the browser is closed. */
  launch(): Promise<Browser>
}

const firefox = findFirefox()

export const chromiumBrowser: TestedBrowser = {
  name: 'Chromium',
  isMissing: false,
  launch: () =>
    launch({ executablePath: findBrowser() ?? chromium.executablePath(), args: browserFlags }),
}

export const firefoxBrowser: TestedBrowser = {
  name: 'Firefox',
  isMissing: firefox === undefined,
  launch: () => launch({ browser: 'firefox', ...(firefox && { executablePath: firefox }) }),
}

/** The browsers that one driver runs the same pages in. */
export const testedBrowsers: readonly TestedBrowser[] = [chromiumBrowser, firefoxBrowser]
