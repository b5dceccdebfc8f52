import type { BenchBrowser } from '../browser/open-page.ts'
import { type Figure, toFigure } from '../figure.ts'
import { toCount } from './to-count.ts'
import { type TracedTasks, traceTasks } from './trace-tasks.ts'

const count = 2_000
const earlier = 200
const budgetUs = 50_000

/**
 * Measures the work that the widget repeats for finished content, with a commit for every delta,
 * and its longest tasks.
 */
export async function work(browser: BenchBrowser): Promise<Figure[]> {
  const { page, close } = await browser.open()
  await page.evaluate((before) => window.widgetBench.show('ambit', before), earlier)
  await page.evaluate(() => window.widgetBench.begin())
  const { parsedAgain, renderedAgain, oldRenders, parsedTimes } = await page.evaluate(
    (deltas) => window.widgetBench.stream(deltas, 'frames'),
    count,
  )
  await close()
  const ours = await trace(browser, 'ambit')
  const floor = await trace(browser, 'floor')
  return [
    toCount('finished blocks parsed again', parsedAgain),
    toCount('finished blocks rendered again', renderedAgain),
    toCount('blocks of old messages rendered', oldRenders),
    {
      what: 'parsed, a commit a delta',
      ours: `${parsedTimes.toFixed(1)} ×`,
      against: 'once',
      theirs: '1.0 ×',
      ratio: parsedTimes,
    },
    toCount('tasks over 50 ms', ours.long),
    toFigure('the longest task', ours.longestMs * 1_000, 'the budget', budgetUs, 1),
    toFigure('the longest task', ours.longestMs * 1_000, 'floor', floor.longestMs * 1_000),
  ]
}

/**
 * Traces the tasks of one answer at 250 deltas a second, from the question to its end. The page has
 * shown an answer before.
 */
async function trace(browser: BenchBrowser, kind: 'ambit' | 'floor'): Promise<TracedTasks> {
  const { page, close } = await browser.open()
  await page.evaluate(([of, before]) => window.widgetBench.show(of, before), [
    kind,
    earlier,
  ] as const)
  const answer = async (): Promise<void> => {
    await page.evaluate(() => window.widgetBench.begin())
    await page.evaluate((deltas) => window.widgetBench.stream(deltas, 4), count)
    await page.evaluate(() => window.widgetBench.finish())
  }
  const tasks = await traceTasks(page, answer)
  await close()
  return tasks
}
