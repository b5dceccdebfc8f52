import { readFile, rm, writeFile } from 'node:fs/promises'
import type { SessionExport } from '@ambit/core'
import type { BrowserContext, Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { checkTabs } from './check-tabs.ts'
import { StoryBrowser } from './story-browser.ts'
import { type LogEntry, startStoryServer, type StoryServer } from './story-server.ts'

const plainHost = 'story.test'
const flags = [
  `--host-resolver-rules=MAP ${plainHost} 127.0.0.1`,
  '--disable-features=HttpsUpgrades,HttpsFirstBalancedMode',
]

let server: StoryServer
let browser: StoryBrowser
let context: BrowserContext

beforeAll(async () => {
  server = await startStoryServer()
  browser = await StoryBrowser.create()
  context = await browser.start(flags)
}, 60_000)

afterEach(async () => {
  for (const page of context.pages()) await page.close()
})

afterAll(async () => {
  await browser.dispose()
  await server.close()
})

async function open(
  sid: string,
  { in: where = context, at = server.url, more = '' } = {},
): Promise<Page> {
  const page = await where.newPage()
  const name = `p${Math.floor(performance.now())}`
  await page.goto(`${at}/?story=plain&sid=${sid}&page=${name}&seed=1${more}`)
  await page.waitForFunction(() => window.story !== undefined)
  await expect.poll(() => page.evaluate(() => window.story?.state().isOpening)).toBe(false)
  return page
}

const logOf = (sid: string): LogEntry[] => server.log.filter((entry) => entry.sid === sid)

const degradedOf = (sid: string): unknown[] =>
  logOf(sid).flatMap((entry) => (entry.type === 'degraded' ? [entry['reason']] : []))

/** Sends a message, and waits for the end of its run. */
async function say(sid: string, page: Page, text = 'Go'): Promise<void> {
  const completed = (): number => logOf(sid).filter(({ type }) => type === 'completed').length
  const before = completed()
  await page.evaluate((said) => window.story?.send(said), text)
  await expect.poll(completed, { timeout: 20_000 }).toBe(before + 1)
}

const read = (page: Page): Promise<SessionExport> =>
  page.evaluate(() => window.story?.read()) as Promise<SessionExport>

async function saidIn(page: Page): Promise<unknown[]> {
  const { messages } = await read(page)
  return messages.flatMap((message) => (message.role === 'user' ? [message.content] : []))
}

// The last two tests damage the profile.
describe('a conversation', { timeout: 60_000 }, () => {
  it('goes on in memory where the page has an opaque origin, and tells so once', async () => {
    const page = await open('opaque', { more: '&opaque' })
    await say('opaque', page)
    await say('opaque', page, 'Go on')
    expect(degradedOf('opaque')).toEqual(['unavailable'])
    expect(await saidIn(page)).toEqual(['Go', 'Go on'])
  })

  it('goes on in memory where the user blocks the data of the site, and can be wiped', async () => {
    const own = await StoryBrowser.createBlocked()
    try {
      const page = await open('forbidden', { in: await own.start(flags) })
      await say('forbidden', page)
      expect(degradedOf('forbidden')).toEqual(['unavailable'])
      expect(await page.evaluate(() => window.story?.state().degraded)).toMatchObject({
        message: expect.stringContaining('allow this site to store data'),
      })
      expect(await page.evaluate(() => window.story?.wipe().then(() => 'wiped'))).toBe('wiped')
      await say('forbidden', page, 'Go on')
    } finally {
      await own.dispose()
    }
  })

  it('is kept and shared over plain http, where there are no locks', async () => {
    const at = server.url.replace('127.0.0.1', plainHost)
    const one = await open('plain', { at })
    expect(await one.evaluate(() => 'locks' in navigator)).toBe(false)
    const other = await open('plain', { at })
    await one.evaluate(() => window.story?.send('Go 1'))
    await other.evaluate(() => window.story?.send('Go 2'))
    const completed = (): number => logOf('plain').filter(({ type }) => type === 'completed').length
    await expect.poll(completed, { timeout: 30_000 }).toBe(2)
    await one.close()
    await say('plain', other, 'Go 3')
    await other.reload()
    await other.waitForFunction(() => window.story !== undefined)
    expect(checkTabs(await read(other), logOf('plain'), false)).toEqual([])
    expect(new Set(await saidIn(other))).toEqual(new Set(['Go 1', 'Go 2', 'Go 3']))
  })

  it('is kept in a private window until that is closed', async () => {
    const another = await context.browser()?.newContext()
    const page = await open('private', { in: another })
    await say('private', page)
    const again = await open('private', { in: another })
    expect(await saidIn(again)).toEqual(['Go'])
    await another?.close()
    const later = await open('private')
    expect(await later.evaluate(() => window.story?.read().catch(() => 'nothing'))).toBe('nothing')
    expect(degradedOf('private')).toEqual([])
  })

  it('goes on, and is stored again, when the data of its site was cleared', async () => {
    const page = await open('cleared')
    await say('cleared', page)
    const cdp = await context.newCDPSession(page)
    const cleared = { origin: server.url, storageTypes: 'indexeddb,local_storage' }
    await cdp.send('Storage.clearDataForOrigin', cleared)
    await expect
      .poll(() => page.evaluate(() => window.story?.state().degraded))
      .toMatchObject({ reason: 'cleared' })
    await say('cleared', page, 'Go on')
    const again = await open('cleared')
    // The database is made anew, and this page may read before that.
    await expect
      .poll(() => saidIn(again).catch(() => 'nothing yet'), { timeout: 20_000 })
      .toEqual(['Go', 'Go on'])
  })

  it('that the browser lost is not taken for a new user', async () => {
    await say('damaged', await open('damaged'))
    await browser.kill('SIGTERM')
    const logs = (await browser.databaseFiles()).filter((name) => name.endsWith('.log'))
    for (const name of logs) {
      const bytes = await readFile(name)
      for (let at = 5; at < bytes.length; at += 97) bytes[at] = (bytes[at] ?? 0) ^ 0xff
      await writeFile(name, bytes)
    }
    expect(logs).not.toEqual([])
    context = await browser.start(flags)
    const page = await open('damaged')
    await say('damaged', page, 'Anew')
    expect(degradedOf('damaged')).toEqual(['history_lost'])
    expect(await saidIn(page)).toEqual(['Anew'])
  })

  it('goes on in memory where the databases of the profile cannot be opened', async () => {
    await say('broken', await open('broken'))
    await browser.kill()
    const manifests = (await browser.databaseFiles()).filter((name) => name.includes('MANIFEST'))
    for (const name of manifests) await rm(name)
    expect(manifests).not.toEqual([])
    context = await browser.start(flags)
    const page = await open('broken')
    await say('broken', page, 'Anew')
    expect(degradedOf('broken')).toEqual(['unavailable'])
    expect(await saidIn(page)).toEqual(['Anew'])
  })
})
