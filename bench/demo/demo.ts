import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { build, preview } from 'vite'
import { freePort } from '../../scripts/free-port.ts'
import { startChromium } from '../browser/open-page.ts'
import { type Figure, type Suite, toFigure } from '../figure.ts'
import { median } from '../median.ts'
import { traceTasks } from '../widget/trace-tasks.ts'

const root = join(import.meta.dirname, '../../examples/back-office')
const budgetUs = 50_000

/** Waits until the agent works no more. */
async function rest(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
}

type Step = readonly [what: string, step: (page: Page, url: string) => Promise<unknown>]

/** What a visitor does first. */
const steps: readonly Step[] = [
  [
    'opened',
    async (page, url) => {
      await page.goto(url)
      await page.getByRole('button', { name: /Mia/ }).waitFor()
    },
  ],
  [
    'signed in',
    async (page) => {
      await page.getByRole('button', { name: /Mia/ }).click()
      await page.getByRole('button', { name: /Let it work/ }).waitFor()
      await rest(page)
    },
  ],
  [
    'a card',
    async (page) => {
      await page.getByRole('button', { name: /Be asked/ }).click()
      await page.getByRole('button', { name: /^Allow/ }).waitFor()
    },
  ],
  [
    'allowed',
    async (page) => {
      // A press in the first half second after the card does not count.
      await page.waitForTimeout(600)
      await page.getByRole('button', { name: /^Allow/ }).click()
      await rest(page)
    },
  ],
  [
    'undone',
    async (page) => {
      await page.getByRole('button', { name: /^Undo/ }).last().click()
      await page.getByText(/^Undone/).waitFor()
      await rest(page)
    },
  ],
  [
    'a chart, a filter and reminders, typed',
    async (page) => {
      await page.getByRole('textbox', { name: 'Message' }).click()
      await page.keyboard.type(
        'Show a chart of sales by country, then open the orders page, show the unpaid orders over 500 from last month and draft reminders for them',
      )
      await page.keyboard.press('Enter')
      await page.getByText(/orders, €.* in all/).waitFor()
      await rest(page)
    },
  ],
  [
    'three pages, by hand',
    async (page) => {
      for (const name of ['Orders', 'Customers', 'Dashboard']) {
        await page.getByRole('link', { name }).first().click()
        await page.getByRole('heading', { name, level: 1 }).waitFor()
      }
      await rest(page)
    },
  ],
]

/** The first minute of the built demo in Chromium: the longest task of each step. */
export const demo: Suite = {
  name: 'demo',
  isOnRequest: true,
  async run(isFull) {
    const outDir = await mkdtemp(join(tmpdir(), 'ambit-demo-'))
    const shared = { root, logLevel: 'warn' } as const
    await build({ ...shared, build: { outDir, emptyOutDir: true } })
    const port = await freePort()
    const server = await preview({
      ...shared,
      build: { outDir },
      preview: { port, host: '127.0.0.1' },
    })
    const browser = await startChromium()
    try {
      const rounds: number[][] = []
      for (let round = 0; round < (isFull ? 5 : 3); round++) {
        const context = await browser.newContext({ viewport: { width: 1_280, height: 800 } })
        const page = await context.newPage()
        const times: number[] = []
        for (const [, step] of steps) {
          const { longestMs } = await traceTasks(page, () =>
            step(page, `http://127.0.0.1:${port}/`),
          )
          times.push(longestMs * 1_000)
        }
        rounds.push(times)
        await context.close()
      }
      return steps.map(([what], at): Figure => {
        const us = median(rounds.map((times) => times[at] ?? Number.NaN))
        return toFigure(`${what}, longest task`, us, 'the budget', budgetUs, 1)
      })
    } finally {
      await browser.close()
      await server.close()
      await rm(outDir, { recursive: true, force: true })
    }
  },
}
