import type { SessionExport } from '@ambit/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StoryBrowser } from './story-browser.ts'
import { startStoryServer, type StoryServer } from './story-server.ts'

let server: StoryServer
let browser: StoryBrowser

beforeAll(async () => {
  server = await startStoryServer()
  browser = await StoryBrowser.create()
}, 60_000)

afterAll(async () => {
  await browser.dispose()
  await server.close()
})

describe('a browser without space', () => {
  it(
    'goes on in memory, tells so, and stores what it could not once there is space',
    { timeout: 60_000 },
    async () => {
      const context = await browser.start()
      const page = await context.newPage()
      const cdp = await context.newCDPSession(page)
      await page.goto(`${server.url}/?story=plain&sid=full&seed=1`)
      await page.waitForFunction(() => window.story !== undefined)
      const types = (): string[] => server.log.map(({ type }) => type)
      await cdp.send('Storage.overrideQuotaForOrigin', { origin: server.url, quotaSize: 1 })
      await page.evaluate(() => window.story?.send('Go 1'))
      const ended = (): number => types().filter((type) => type === 'completed').length
      await expect.poll(ended, { timeout: 20_000 }).toBe(1)
      expect(server.log.find(({ type }) => type === 'degraded')?.['reason']).toBe('quota')
      await cdp.send('Storage.overrideQuotaForOrigin', { origin: server.url })
      await page.evaluate(() => window.story?.send('Go 2'))
      await expect.poll(ended, { timeout: 20_000 }).toBe(2)
      const { messages } = (await page.evaluate(() => window.story?.read())) as SessionExport
      const said = messages.flatMap((m) => (m.role === 'user' ? [m.content] : []))
      expect(said).toEqual(['Go 1', 'Go 2'])
      await page.close()
    },
  )
})
