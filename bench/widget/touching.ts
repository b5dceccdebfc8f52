import type { BenchBrowser } from '../browser/open-page.ts'
import { type Figure, toFigure } from '../figure.ts'
import { traceTasks } from './trace-tasks.ts'

const frameUs = 16_700

/** Measures the marks on 100 of 1,000 rows, from the call that touched them to the flash's end. */
export async function touching(browser: BenchBrowser): Promise<Figure[]> {
  const { page, close } = await browser.open()
  await page.evaluate(() => window.widgetBench.rows())
  const touch = () => traceTasks(page, () => page.evaluate(() => window.widgetBench.touch()))
  // The first compiles the code.
  await touch()
  const { longestMs } = await touch()
  await close()
  return [
    toFigure('100 of 1,000 rows touched: longest task', longestMs * 1_000, 'a frame', frameUs, 1),
  ]
}
