import type { BenchBrowser } from '../browser/open-page.ts'
import { type Figure, toFigure } from '../figure.ts'
import { median } from '../median.ts'
import { toCount } from './to-count.ts'
import { type TracedTasks, traceTasks } from './trace-tasks.ts'

const earlier = 10_000
const budgetUs = 50_000

/** Measures scrolling through 10,000 messages on the page. */
export async function scrolling(browser: BenchBrowser, isFull: boolean): Promise<Figure[]> {
  const ours: Scrolled[] = []
  const floor: Scrolled[] = []
  for (let round = 0; round < (isFull ? 5 : 3); round++) {
    ours.push(await scroll(browser, 'ambit'))
    floor.push(await scroll(browser, 'floor'))
  }
  const of = (all: readonly Scrolled[], key: keyof Scrolled): number =>
    median(all.map((scrolled) => scrolled[key]))
  const against = (what: string, key: keyof Scrolled): Figure =>
    toFigure(what, of(ours, key) * 1_000, 'floor, memoised rows', of(floor, key) * 1_000)
  const longest = 'their longest task'
  return [
    toCount('10,000 messages scroll: tasks over 50 ms', of(ours, 'long')),
    toFigure(longest, of(ours, 'longestMs') * 1_000, 'the budget', budgetUs, 1),
    against(longest, 'longestMs'),
    against('all of their tasks', 'mainMs'),
    against('to show them', 'showMs'),
  ]
}

interface Scrolled extends TracedTasks {
  readonly showMs: number
  readonly mainMs: number
}

async function scroll(browser: BenchBrowser, kind: 'ambit' | 'floor'): Promise<Scrolled> {
  const { page, measure, close } = await browser.open()
  const { mainMs: showMs } = await measure(() =>
    page.evaluate(([of, before]) => window.widgetBench.show(of, before), [kind, earlier] as const),
  )
  // The garbage of showing the messages must not count as scrolling.
  await page.requestGC()
  const { mainMs, value } = await measure(() =>
    traceTasks(page, () => page.evaluate(() => window.widgetBench.scrollThrough())),
  )
  await close()
  return { ...value, showMs, mainMs }
}
