import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openBrowser } from '../browser/open-page.ts'
import { type Figure, type Suite, toFigure } from '../figure.ts'
import { median } from '../median.ts'
import { traceTasks } from '../widget/trace-tasks.ts'

const events = 10_000
const budgetUs = 50_000

type Step = readonly [what: string, step: (page: Page) => Promise<void>]

const steps: readonly Step[] = [
  ['opened', (page) => page.evaluate(() => window.panelBench.show('timeline'))],
  ['scrolled through', (page) => page.evaluate(() => window.panelBench.scrollThrough())],
  ['filtered', (page) => page.evaluate(() => window.panelBench.filter('"times":7'))],
  ['while a chat makes 40 calls', (page) => page.evaluate(() => window.panelBench.chat())],
  ['its requests', (page) => page.evaluate(() => window.panelBench.show('requests'))],
]

/** The panel of the devtools in Chromium, with 10,000 events: the longest task of each step. */
export const panel: Suite = {
  name: 'panel',
  isOnRequest: true,
  async run(isFull) {
    const browser = await openBrowser(join(import.meta.dirname, 'page'))
    try {
      const rounds: number[][] = []
      for (let round = 0; round < (isFull ? 5 : 3); round++) {
        const { page, close } = await browser.open()
        await page.evaluate((count) => window.panelBench.fill(count), events)
        await page.requestGC()
        const times: number[] = []
        for (const [, step] of steps) {
          const { longestMs } = await traceTasks(page, () => step(page))
          times.push(longestMs * 1_000)
        }
        rounds.push(times)
        await close()
      }
      return steps.map(([what], at): Figure => {
        const us = median(rounds.map((times) => times[at] ?? Number.NaN))
        return toFigure(`10,000 events ${what}, longest task`, us, 'the budget', budgetUs, 1)
      })
    } finally {
      await browser.close()
    }
  },
}
