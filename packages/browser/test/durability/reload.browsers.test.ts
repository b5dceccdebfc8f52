import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { firefoxBrowser } from '../../../../scripts/launch-browser.ts'
import { startStoryServer } from './story-server.ts'

const begun = [
  { type: 'text-start', id: '1' },
  { type: 'text-delta', id: '1', delta: 'One sheep' },
]

// Only Firefox cuts a request while the page waits for the next one.
it.skipIf(firefoxBrowser.isMissing)(
  'an answer that a reload cuts in Firefox is offered to go on, however slow the next page is',
  { timeout: 120_000 },
  async () => {
    let isReloading = false
    const cut = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const answer = async (path: string, response: ServerResponse): Promise<boolean> => {
      if (path === '/' && isReloading) await cut.promise
      if (path !== '/model') return false
      response.setHeader('content-type', 'text/event-stream')
      for (const part of begun) response.write(`data: ${JSON.stringify(part)}\n\n`)
      asked.resolve()
      return true
    }
    const server = await startStoryServer('reload.page.ts', answer)
    server.onEntry(({ type }) => type === 'cut' && cut.resolve())
    const browser = await firefoxBrowser.launch()
    try {
      const page = await browser.newPage()
      await page.goto(server.url)
      await page.waitForFunction(() => window.reload)
      await page.evaluate(() => window.reload?.ask())
      await asked.promise
      await page.waitForFunction(() => window.reload?.state().isAnswering)
      isReloading = true
      await page.reload()
      await page.waitForFunction(() => window.reload?.state().messages.length)
      const state = () => page.evaluate(() => window.reload?.state())
      const cutShort = { isAnswering: false, isInterrupted: true, messages: ['user'] }
      await expect.poll(state, { timeout: 15_000 }).toEqual(cutShort)
      expect(server.log.map(({ type }) => type)).toEqual(['cut'])
    } finally {
      await browser.close()
      await server.close()
    }
  },
)
