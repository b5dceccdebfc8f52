import { dirname } from 'node:path'
import { ambitProxy } from '@ambit/proxy/vite'
import { call, calls, scriptedModel } from '@ambit/testing'
import type { Browser, Page } from '@playwright/test'
import { preview } from 'vite'
import { freePort } from '../../scripts/free-port.ts'
import { type Built, weigh, type Weight } from './built.ts'

/** An action of a user in a page. Resolves when the page shows the result. */
export type Step = (page: Page) => Promise<void>

/** The replies of the model: a call of the page's tool, then an answer in Markdown. */
const replies = [
  calls(call('invite_guest', { name: 'Grace' })),
  'Now there are two:\n\n- **Ada**\n- Grace\n',
]

/**
 * Opens a page in a browser, with a proxy and a scripted model on its origin. Returns the weight of
 * the loaded scripts and styles: after the page was opened, and after each step.
 */
export async function loadPage(
  browser: Browser,
  built: Built,
  steps: readonly Step[],
): Promise<readonly Weight[]> {
  const port = await freePort()
  const server = await preview({
    root: dirname(built.folder),
    configFile: false,
    logLevel: 'warn',
    build: { outDir: built.folder },
    preview: { host: '127.0.0.1', port, strictPort: true },
    plugins: [ambitProxy({ models: { 'test/scripted': scriptedModel(replies) } })],
  })
  const page = await browser.newPage()
  const loaded = new Set<string>()
  page.on('requestfinished', (request) => {
    const isFile = ['script', 'stylesheet'].includes(request.resourceType())
    if (isFile) loaded.add(new URL(request.url()).pathname.slice(1))
  })
  const failures: Error[] = []
  page.on('pageerror', (error) => failures.push(error))
  try {
    const weights: Weight[] = []
    const open: Step = async () => void (await page.goto(`http://127.0.0.1:${port}/`))
    for (const step of [open, ...steps]) {
      await step(page)
      await comeToRest(page, loaded)
      weights.push(weigh(built, [...loaded]))
    }
    if (failures.length > 0) throw new AggregateError(failures, 'The page failed.')
    return weights
  } finally {
    await page.close()
    await server.close()
  }
}

const restMs = 1_000

/** Waits until the page is idle and has loaded nothing for a second. */
async function comeToRest(page: Page, loaded: ReadonlySet<string>): Promise<void> {
  for (let before = -1; before !== loaded.size;) {
    before = loaded.size
    await page.waitForTimeout(restMs)
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  }
}
