import type { Page } from '@playwright/test'
import type { BenchBrowser } from '../browser/open-page.ts'
import { type Figure, toFigure } from '../figure.ts'
import { traceTasks } from './trace-tasks.ts'

const CHARS = 1_000_000
/** The part of a long message that is drawn before the user asks for the rest. */
const SHOWN = 200_000
/** The time over that of the bare element. */
const BUDGET_MS = 100

/**
 * Measures the longest task of a user's message of 1,000,000 characters: sent, waiting for its
 * turn, and shown whole. Beside it is a bare element with the text that is drawn.
 */
export async function longMessage(browser: BenchBrowser): Promise<Figure[]> {
  const beginning = await longest(browser, (page) => say(page, 'bare', SHOWN))
  const whole = await longest(browser, (page) => say(page, 'bare', CHARS))
  const said = await longest(browser, (page) => say(page, 'ambit', CHARS))
  const queued = await longest(
    browser,
    (page) => say(page, 'ambit', CHARS),
    (page) => page.evaluate(() => window.widgetBench.begin()),
  )
  const opened = await longest(
    browser,
    async (page) => {
      await page.locator('.ambit-bubble button').last().click()
      await page.evaluate(() => window.widgetBench.settle())
    },
    (page) => say(page, 'ambit', CHARS),
  )
  const against = (what: string, ms: number, bareMs: number): Figure =>
    toFigure(
      `a message of 1 MB, ${what}: longest task`,
      ms * 1_000,
      'a bare element',
      bareMs * 1_000,
      1 + BUDGET_MS / bareMs,
    )
  return [
    against('sent', said, beginning),
    against('waiting', queued, beginning),
    against('shown whole', opened, whole),
  ]
}

const say = (page: Page, kind: 'ambit' | 'bare', chars: number): Promise<void> =>
  page.evaluate(([of, many]) => window.widgetBench.say(of, many), [kind, chars] as const)

/** Returns the CPU time of the longest task of a step, in milliseconds. */
async function longest(
  browser: BenchBrowser,
  step: (page: Page) => Promise<void>,
  before: (page: Page) => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  const { page, close } = await browser.open()
  await page.evaluate(() => window.widgetBench.last(2, 'page'))
  await before(page)
  const { longestMs } = await traceTasks(page, () => step(page))
  await close()
  return longestMs
}
