import type { SessionExport } from '@ambit/core'
import type { Browser, Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testedBrowsers } from '../../../../scripts/launch-browser.ts'
import { checkTabs } from './check-tabs.ts'
import { type LogEntry, startStoryServer, type StoryServer } from './story-server.ts'

const wait = { timeout: 60_000, interval: 50 }

describe.each(testedBrowsers)('two pages of one session in $name', ({ isMissing, launch }) => {
  let browser: Browser
  let server: StoryServer

  beforeAll(async () => {
    if (isMissing) return
    server = await startStoryServer()
    browser = await launch()
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  async function open(sid: string, name: string): Promise<Page> {
    const page = await browser.newPage()
    await page.goto(`${server.url}/?story=plain&sid=${sid}&database=${sid}&page=${name}&seed=1`)
    await page.waitForFunction(() => window.story?.state().isOpening === false)
    return page
  }
  const say = (page: Page, text: string): Promise<void> =>
    page.evaluate((said) => window.story?.send(said), text)
  const logOf = (sid: string, type: string): LogEntry[] =>
    server.log.filter((entry) => entry.sid === sid && entry.type === type)
  const completed = (sid: string): number => logOf(sid, 'completed').length
  const read = (page: Page): Promise<SessionExport> =>
    page.evaluate(() => window.story?.read()) as Promise<SessionExport>

  it.skipIf(isMissing)('R14 run one after another', { timeout: 120_000 }, async () => {
    const [one, other] = [await open('both', 'p1'), await open('both', 'p2')]
    await Promise.all([say(one, 'Go 1'), say(other, 'Go 2')])
    await expect.poll(() => completed('both'), wait).toBe(2)
    const log = server.log.filter(({ sid }) => sid === 'both')
    expect(checkTabs(await read(one), log, false)).toEqual([])
  })

  it.skipIf(isMissing)('R14 take over from one that closes', { timeout: 120_000 }, async () => {
    const [one, other] = [await open('closed', 'p1'), await open('closed', 'p2')]
    await say(one, 'Go')
    await expect.poll(() => logOf('closed', 'invoke').length, wait).toBeGreaterThan(0)
    await one.close()
    await expect.poll(() => completed('closed'), wait).toBe(1)
    expect(logOf('closed', 'completed').at(-1)?.page).toBe('p2')
    const calls = logOf('closed', 'invoke').map(({ callId }) => callId)
    expect(new Set(calls).size).toBe(calls.length)
    expect((await read(other)).messages.at(-1)?.role).toBe('assistant')
  })

  it.skipIf(isMissing)(
    'R68 end, and store nothing, when the other signs out',
    { timeout: 120_000 },
    async () => {
      const [one, other] = [await open('wiped', 'p1'), await open('wiped', 'p2')]
      await say(one, 'Go')
      await expect.poll(() => logOf('wiped', 'invoke').length, wait).toBeGreaterThan(0)
      await other.evaluate(() => window.story?.wipe())
      await expect.poll(() => logOf('wiped', 'cancelled').length, wait).toBe(1)
      expect(await other.evaluate(() => window.story?.sessions.readAll())).toEqual([])
    },
  )
})
