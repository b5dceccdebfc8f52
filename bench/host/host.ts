import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { createMeasure, type Measured, servePage, startChromium } from '../browser/open-page.ts'
import { type Figure, type Suite, toFigure } from '../figure.ts'
import { median } from '../median.ts'
import { toCount } from '../widget/to-count.ts'

/** A page of an application beside the same page with an agent and a closed widget, in Chromium. */
export const host: Suite = {
  name: 'host',
  isOnRequest: true,
  async run(isFull) {
    const alone = await servePage(join(import.meta.dirname, 'alone'))
    const withAmbit = await servePage(join(import.meta.dirname, 'with-ambit'))
    const browser = await startChromium()
    try {
      const visits: { readonly alone: Visit[]; readonly withAmbit: Visit[] } = {
        alone: [],
        withAmbit: [],
      }
      // The first visit of each page fills the caches of the browser, and does not count.
      for (let round = -1; round < (isFull ? 30 : 12); round++) {
        const pages = [
          { url: withAmbit.url, seen: visits.withAmbit },
          { url: alone.url, seen: visits.alone },
        ]
        // Neither page always follows the other.
        for (const { url, seen } of round % 2 ? pages : pages.toReversed()) {
          const times = await visit(browser, url)
          if (round >= 0) seen.push(times)
        }
      }
      return [
        ...steps.flatMap((step) => toFigures(step, visits.withAmbit, visits.alone)),
        toCount(
          'animations at rest, the widget closed',
          Math.max(...visits.withAmbit.map(({ animations }) => animations)),
        ),
      ]
    } finally {
      await browser.close()
      await alone.close()
      await withAmbit.close()
    }
  },
}

const steps = [
  'load',
  'eight letters, all rows stay',
  'eight letters, most rows go',
  'eight letters taken back',
] as const
type Step = (typeof steps)[number]

/** The milliseconds of main thread that each step of one visit took. */
interface Visit extends Readonly<Record<Step, Times>> {
  /** The number of animations that run in the page when nobody touches it. */
  readonly animations: number
}

type Times = Pick<Measured<unknown>, 'mainMs' | 'scriptMs'>

const most = 1.05

function toFigures(step: Step, ours: readonly Visit[], theirs: readonly Visit[]): Figure[] {
  const us = (visits: readonly Visit[], time: keyof Times): number =>
    median(visits.map((visit) => visit[step][time])) * 1_000
  const against = 'the page alone'
  return [
    toFigure(step, us(ours, 'mainMs'), against, us(theirs, 'mainMs'), most),
    toFigure(`${step}, JavaScript`, us(ours, 'scriptMs'), against, us(theirs, 'scriptMs')),
  ]
}

/** Opens a page in a context of its own, and types into its search field. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1_000, height: 800 } })
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(error))
  const measure = await createMeasure(page)
  const load = await measure(() => page.goto(url, { waitUntil: 'networkidle' }))
  const animations = await page.evaluate(() => document.getAnimations().length)
  const type = async (press: () => Promise<void>, rows: number): Promise<Times> => {
    await page.getByRole('searchbox').focus()
    const times = await measure(press)
    const found = await page.getByRole('rowheader').count()
    if (found !== rows) throw new Error(`The list has ${found} rows in place of ${rows}.`)
    return times
  }
  const delay = 40
  const write = (text: string) => () => page.keyboard.type(text, { delay })
  const erase = async (): Promise<void> => {
    for (let letter = 0; letter < 8; letter++) await page.keyboard.press('Backspace', { delay })
  }
  const staying = await type(write('order no'), 50)
  await page.getByRole('searchbox').fill('')
  const going = await type(write('northwin'), 5)
  const back = await type(erase, 50)
  await context.close()
  return {
    animations,
    load,
    'eight letters, all rows stay': staying,
    'eight letters, most rows go': going,
    'eight letters taken back': back,
  }
}
