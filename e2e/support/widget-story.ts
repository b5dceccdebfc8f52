import type { Page } from '@playwright/test'
import type { StoryPage } from '../engines/story-page.ts'
import { Assistant } from './assistant.ts'
import { engine, test as base } from './page-test.ts'
import { startWidgetHost, type WidgetHost } from './widget-host.ts'

interface WidgetStory {
  readonly assistant: Assistant
  /**
   * The requests of the page to other servers, and the violations of its policy, since it was
   * opened.
   */
  readonly record: PageRecord
  /** Opens the page, and the widget on it. */
  readonly openWidget: (query: string) => Promise<void>
}

export interface PageRecord {
  readonly requests: string[]
  readonly violations: readonly string[]
}

/** Playwright's `test` with the widget on a page with the strictest policy. */
export const test = base.extend<WidgetStory, { readonly widgetHost: WidgetHost }>({
  assistant: async ({ page }, provide) => provide(new Assistant(page)),
  record: async ({ page, widgetHost }, provide) => provide(await recordPage(page, widgetHost.url)),
  openWidget: async ({ page, assistant, widgetHost, record }, provide) => {
    await provide(async (query) => {
      record.requests.length = 0
      await page.goto(`${widgetHost.url}?${query}`)
      await assistant.open()
    })
  },
  widgetHost: [
    async ({}, provide) => {
      await using host = await startWidgetHost()
      await provide(host)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

async function recordPage(page: Page, origin: string): Promise<PageRecord> {
  const requests: string[] = []
  const violations: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !/^(?:data|blob):/.test(url)) requests.push(url)
  })
  if (engine !== undefined) {
    // The console of a page names each violation, and the driver reads the console.
    return { requests, violations: (page as unknown as StoryPage).errors }
  }
  page.on('pageerror', (error) => void violations.push(String(error)))
  await page.exposeFunction('noteViolation', (text: string) => void violations.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sample } = event
      const { noteViolation } = globalThis as unknown as { noteViolation: (text: string) => void }
      noteViolation(`${effectiveDirective} ${blockedURI} ${sample}`)
    })
  })
  return { requests, violations }
}

export { expect } from './page-test.ts'
