import type { Browser, Page } from 'puppeteer-core'
import { env } from 'node:process'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestedBrowser } from '../../../../scripts/launch-browser.ts'
import type { Length, Outcome, Pattern, Stored } from './races.page.ts'
import { startStoryServer, type StoryServer } from './story-server.ts'

const isLong = env['AMBIT_LONG'] === '1'

/** The rounds of each pattern: of photos fewer, and fewer a page, because they fill the disk. */
const rounds = {
  texts: { all: 30, each: 30 },
  'long texts': { all: 30, each: 15 },
  photos: isLong ? { all: 30, each: 6 } : { all: 5, each: 5 },
} as const

const onlyNew = { open: 'new', shown: ['more'], sent: ['more'] } as const
const inB = { open: 'B', shown: ['more', 'words of B'], sent: ['more', 'words of B'] } as const
const bAlone = { messages: 2, words: ['words of B'] }
const anew = { messages: 2, words: ['more'] }

/** The outcome of a pattern, and the stored conversations beside A after a reload. */
const expected: Record<Pattern, { outcome: Outcome; B?: Stored; others: Stored[] }> = {
  'create at once': { outcome: onlyNew, B: bAlone, others: [anew] },
  'open, then create': { outcome: onlyNew, B: bAlone, others: [anew] },
  'open at once': { outcome: inB, B: { messages: 4, words: inB.shown }, others: [] },
  'open two': { outcome: inB, B: { messages: 4, words: inB.shown }, others: [] },
  'open two in silence': {
    outcome: { open: 'B', shown: ['words of B'], sent: [] },
    B: bAlone,
    others: [],
  },
  wipe: { outcome: onlyNew, others: [anew] },
}
const counts = { texts: 50, 'long texts': 50, photos: 10 } as const

/** The patterns, with the delays that they are played with in turn. */
const played: [title: string, Pattern, Length, (number | undefined)[]][] = [
  ['R68 `create` at once begins a new session', 'create at once', 'texts', [undefined, 0]],
  ['R68 `open` at once opens that session', 'open at once', 'texts', [undefined, 0]],
  ['R68 `open`, then `create` begins a new session', 'open, then create', 'texts', [undefined, 0]],
  ['R68 `open` of two opens the second', 'open two', 'long texts', [undefined, 0, 5, 20]],
  ['R68 `open` of two leaves both as they are', 'open two in silence', 'texts', [undefined, 0]],
  ['R68 `create` while photos are read', 'create at once', 'photos', [0, 10, 20, 30, 50]],
  ['R68 `open` of photos, then `create`', 'open, then create', 'photos', [0, 10, 20, 30, 50]],
  ['R68 `open` of photos, then of texts', 'open two', 'photos', [undefined, 10, 30, 50, 100]],
  ['R68 `wipe` while texts are read', 'wipe', 'texts', [undefined, 0, 1, 3, 6]],
  ['R68 `wipe` while long texts are read', 'wipe', 'long texts', [0, 3, 5, 10]],
  ['R68 `wipe` while photos are read', 'wipe', 'photos', [0, 10, 20, 30, 40]],
]

/** Tests the patterns in one browser. */
export function testRaces({ name, isMissing, launch }: TestedBrowser): void {
  let server: StoryServer
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    if (isMissing) return
    server = await startStoryServer('races.page.ts')
    browser = await launch()
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  beforeEach(async () => {
    if (isMissing) return
    page = await browser.newPage()
    await page.goto(server.url)
    await page.waitForFunction(() => window.races !== undefined)
  })
  afterEach(() => page?.close())

  describe(`in ${name}`, () => {
    it.skipIf(isMissing).each(played)(
      '%s, again and again',
      { timeout: isLong ? 600_000 : 120_000 },
      async (_title, pattern, length, delays) => {
        const { all, each } = rounds[length]
        const { outcome, ...others } = expected[pattern]
        const A =
          pattern === 'wipe' ? {} : { A: { messages: counts[length], words: ['words of A'] } }
        for (let first = 0; first < all; first += each) {
          const nths = Array.from({ length: each }, (_, nth) => first + nth)
          const acted = await page.evaluate(
            async (inTurn, many, kind, steps) => {
              const outcomes: unknown[] = []
              for (const nth of many) {
                const database = `${steps} ${kind} ${nth}`
                await window.races?.fill(database, kind)
                const delayMs = inTurn[nth % inTurn.length] ?? undefined
                outcomes.push(await window.races?.act({ database, pattern: steps, delayMs }))
              }
              return outcomes
            },
            delays,
            nths,
            length,
            pattern,
          )
          expect(acted).toEqual(nths.map(() => outcome))
          await page.reload()
          await page.waitForFunction(() => window.races !== undefined)
          const stored = await page.evaluate(
            async (many, kind, steps) => {
              const found: unknown[] = []
              for (const nth of many) {
                const database = `${steps} ${kind} ${nth}`
                found.push(await window.races?.read(database))
                if (kind === 'photos') await window.races?.wipe(database)
              }
              return found
            },
            nths,
            length,
            pattern,
          )
          expect(stored).toEqual(nths.map(() => ({ ...A, ...others })))
        }
      },
    )

    it.skipIf(isMissing)(
      'R14 R27 R68 has every call, answer, artifact and question in its own session alone',
      { timeout: isLong ? 3_600_000 : 120_000 },
      async () => {
        const seed = Number(env['AMBIT_SEED'] ?? 20_261_122)
        const numRuns = isLong ? 3_000 : 100
        await page.evaluate((runs, from) => window.races?.checkSessions(runs, from), numRuns, seed)
      },
    )
  })
}
