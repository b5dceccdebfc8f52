import { env } from 'node:process'
import type { SessionExport } from '@ambit/core'
import type { BrowserContext } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkTabs } from './check-tabs.ts'
import { createRandom } from './random.ts'
import { settled } from './settled.ts'
import { StoryBrowser } from './story-browser.ts'
import { type LogEntry, startStoryServer, type StoryServer } from './story-server.ts'
import { evaluate, StoryTabs, untilReady } from './story-tabs.ts'

const isLong = env['AMBIT_LONG'] === '1'
const seed = Number(env['AMBIT_SEED'] ?? 20_261_122)
const sequences = isLong ? 200 : 3
const stepsEach = 10
/**
 * The ways that take long. A blocked page has to be silent for longer than the watchdog waits. A
 * debugger may stop a page inside a transaction, as no real freeze does. The browser ends that
 * transaction after a minute, and other pages have to wait for it.
 */
const longWays = isLong ? (['freeze', 'block'] as const) : []
const ways = ['close', 'crash', 'away', ...longWays] as const
/**
 * The most milliseconds until a takeover. A takeover takes the silence, the query before it, and up
 * to a minute: browsers stretch the timers of a hidden page so far.
 */
const takeoverBoundMs = 80_000

let server: StoryServer
let browser: StoryBrowser
let context: BrowserContext

beforeAll(async () => {
  server = await startStoryServer()
  browser = await StoryBrowser.create()
  // A debugger that pauses a page pauses all pages of its process, and reports none of them.
  context = await browser.start(['--disable-features=ProcessPerSiteUpToMainFrameThreshold'])
}, 60_000)

afterAll(async () => {
  await browser.dispose()
  await server.close()
})

const logOf = (sid: string): LogEntry[] => server.log.filter((entry) => entry.sid === sid)

describe('several pages of one session', () => {
  it.each(Array.from({ length: sequences }, (_, nth) => nth))(
    'never run it at once, lose nothing and repeat nothing (sequence %i)',
    { timeout: 180_000 },
    async (nth) => {
      const random = createRandom(seed + nth)
      const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
      const tabs = new StoryTabs(context, server.url, `tabs-${nth}-${seed}`)
      await tabs.open()
      await tabs.open()
      let said = 0
      let suspended = false
      for (let step = 0; step < stepsEach; step++) {
        const awake = tabs.all.filter((tab) => !tab.isFrozen && !tab.isAway)
        const tab = pick(awake)
        const asleep = tabs.all.find((other) => other.isFrozen || other.isAway)
        const act = random()
        if (act < 0.4) {
          await evaluate(tab, `window.story.send('Go ${++said}')`)
        } else if (act < 0.5) await evaluate(tab, 'window.story.stop()')
        else if (act < 0.6 && tabs.all.length < 4) await tabs.open()
        else if (act < 0.7 && awake.length > 1) await tabs.close(tab)
        else if (act < 0.78 && asleep?.isFrozen) await tabs.setFrozen(asleep, false)
        else if (act < 0.78 && asleep?.isAway) await tabs.comeBack(asleep)
        else if (isLong && act < 0.86 && awake.length > 1) {
          suspended = true
          await tabs.setFrozen(tab, true)
        } else if (act < 0.94 && awake.length > 1) {
          suspended = true
          await tabs.leave(tab)
        } else await tab.page.reload({ waitUntil: 'commit' })
        await new Promise((resolve) => setTimeout(resolve, random() * 150))
        for (const other of tabs.all) {
          if (!other.isFrozen && !other.isAway) await untilReady(other)
        }
      }
      for (const tab of tabs.all) {
        if (tab.isFrozen) await tabs.setFrozen(tab, false)
        if (tab.isAway) await tabs.comeBack(tab)
      }
      await settled(tabs)
      const [reader] = tabs.all
      const exported =
        reader &&
        (await evaluate<SessionExport | undefined>(
          reader,
          'window.story.read().catch(() => undefined)',
        ))
      const log = logOf(tabs.sid)
      if (exported) {
        expect({ sid: tabs.sid, wrong: checkTabs(exported, log, suspended), log }).toMatchObject({
          wrong: [],
        })
      } else expect(log.filter(({ type }) => type === 'ack')).toEqual([])
      for (const tab of tabs.all.slice()) await tabs.close(tab)
    },
  )

  it.each(ways)('are taken over from one that is gone by %s', { timeout: 120_000 }, async (how) => {
    const tabs = new StoryTabs(context, server.url, `takeover-${how}`)
    const runner = await tabs.open()
    const successor = await tabs.open()
    const invoked = entryOf(
      (e) => e.sid === tabs.sid && e.type === 'invoke' && e.page === runner.name,
    )
    await evaluate(runner, "window.story.send('Go')")
    await invoked
    const completed = entryOf((e) => e.sid === tabs.sid && e.type === 'completed')
    const startedAt = performance.now()
    if (how === 'close') await tabs.close(runner)
    else if (how === 'freeze') await tabs.setFrozen(runner, true)
    else if (how === 'away') await tabs.leave(runner)
    else if (how === 'crash') {
      tabs.all.splice(0, 1)
      runner.cdp.send('Page.crash').catch(() => undefined)
    } else {
      void runner.page
        .evaluate(() => {
          const until = Date.now() + 15_000
          while (Date.now() < until);
        })
        .catch(() => undefined)
    }
    const { page, at } = await completed
    expect(page).toBe(successor.name)
    expect(at - startedAt).toBeLessThan(takeoverBoundMs)
    if (how === 'freeze') await tabs.setFrozen(runner, false)
    if (how === 'away') await tabs.comeBack(runner)
    if (how === 'block') await evaluate(runner, '1')
    await settled(tabs)
    const exported = await evaluate<SessionExport>(successor, 'window.story.read()')
    const log = logOf(tabs.sid)
    expect({ wrong: checkTabs(exported, log, true), log }).toMatchObject({ wrong: [] })
    for (const tab of tabs.all.slice()) await tabs.close(tab)
  })
})

function entryOf(fits: (entry: LogEntry) => boolean): Promise<LogEntry> {
  const { promise, resolve } = Promise.withResolvers<LogEntry>()
  const stop = server.onEntry((seen) => fits(seen) && resolve(seen))
  return promise.finally(stop)
}
