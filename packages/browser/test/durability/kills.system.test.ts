import { mkdirSync, writeFileSync } from 'node:fs'
import { env } from 'node:process'
import type { SessionExport } from '@ambit/core'
import type { BrowserContext, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkStory } from './check-story.ts'
import { createRandom } from './random.ts'
import { StoryBrowser } from './story-browser.ts'
import { type LogEntry, startStoryServer, type StoryServer } from './story-server.ts'

const isLong = env['AMBIT_LONG'] === '1'
/**
 * The ways to kill a page. A browser takes a second to start again, so the short selection kills
 * few of them.
 */
const kinds = isLong
  ? (['browser', 'renderer', 'reload', 'close'] as const)
  : (['reload', 'renderer', 'close', 'renderer', 'reload', 'close', 'browser', 'renderer'] as const)
const killsPerStory = isLong ? 80 : 5
const killsPerSession = 4
const deadline = 30_000

const seed = Number(env['AMBIT_SEED'] ?? 20_261_122)

let server: StoryServer
let browser: StoryBrowser
let context: BrowserContext

beforeAll(async () => {
  server = await startStoryServer()
  browser = await StoryBrowser.create()
  context = await browser.start()
}, 60_000)

afterAll(async () => {
  await browser.dispose()
  await server.close()
})

/** Resolves with the first entry that fits, or with undefined after `ms`. */
function entry(fits: (entry: LogEntry) => boolean, ms: number): Promise<LogEntry | undefined> {
  const { promise, resolve } = Promise.withResolvers<LogEntry | undefined>()
  const stop = server.onEntry((seen) => fits(seen) && resolve(seen))
  const timer = setTimeout(() => resolve(undefined), ms)
  return promise.finally(() => {
    stop()
    clearTimeout(timer)
  })
}

async function kill(kind: (typeof kinds)[number], page: Page): Promise<Page | undefined> {
  if (kind === 'reload') {
    await page.reload({ waitUntil: 'commit' })
    return page
  }
  if (kind === 'close') await page.close()
  else if (kind === 'renderer') {
    const crashed = new Promise((resolve) => page.once('crash', resolve))
    const cdp = await context.newCDPSession(page)
    cdp.send('Page.crash').catch(() => undefined)
    await crashed
    await page.close()
  } else {
    await browser.kill()
    context = await browser.start()
  }
  return undefined
}

describe.each(['plain', 'keyed', 'mixed'] as const)('a session killed in the %s story', (story) => {
  const random = createRandom(seed + story.length)

  it(
    `R14 loses nothing and repeats no write in ${killsPerStory} kills`,
    { timeout: isLong ? 900_000 : 120_000 },
    async () => {
      let kills = 0
      let unknown = 0
      let calls = 0
      let sessions = 0
      for (let nth = 0; kills < killsPerStory; nth++) {
        const sid = `${story}-${nth}-${seed}`
        const killsHere = Math.min(killsPerSession, killsPerStory - kills)
        const open = async (given?: Page): Promise<Page> => {
          const page = given ?? (await context.newPage())
          const address = `${server.url}/?story=${story}&sid=${sid}&seed=${Math.floor(random() * 1e9)}&go=1`
          if (!given) await page.goto(address, { waitUntil: 'commit' })
          return page
        }
        const isDone = (): boolean =>
          server.log.some((e) => e.sid === sid && e.type === 'completed')
        let page = await open()
        for (let k = 0; k < killsHere && !isDone(); k++) {
          // Half of the kills follow an entry of the log, half come at any moment.
          let left = 1 + Math.floor(random() * 8)
          const at =
            random() < 0.5
              ? entry(
                  (e) => e.sid === sid && (e.type === 'invoke' || e.type === 'ack') && --left <= 0,
                  2_000,
                )
              : entry((e) => e.sid === sid && e.type === 'completed', 50 + random() * 300)
          await at
          page = await open(await kill(kinds[kills % kinds.length] ?? 'reload', page))
          kills++
        }
        // A page may be killed after its last write and before its last report.
        const last = async (): Promise<string> =>
          page.evaluate(async () => {
            const exported = (await window.story?.read()) as SessionExport
            const message = exported.messages.at(-1)
            return message?.role === 'assistant' ? (message.content ?? '') : ''
          })
        await page.waitForFunction(() => window.story !== undefined)
        await expect.poll(last, { timeout: deadline, message: sid }).toMatch(/^Done/)
        const log = server.log.filter((e) => e.sid === sid)
        const exported = (await page.evaluate(() => window.story?.read())) as SessionExport
        const outcome = checkStory(story, exported, log)
        expect(outcome.violations, `${sid} ${JSON.stringify(log)}`).toEqual([])
        unknown += outcome.unknown
        calls += outcome.calls
        sessions++
        await page.close()
      }
      if (story !== 'plain') expect(unknown).toBe(0)
      mkdirSync('.reports', { recursive: true })
      const counts = JSON.stringify({ story, seed, kills, sessions, calls, unknown })
      writeFileSync(`.reports/kills-${story}.json`, `${counts}\n`)
    },
  )
})
