import type { BenchBrowser } from '../browser/open-page.ts'
import { type Figure, toFigure } from '../figure.ts'
import { median } from '../median.ts'

const KEYS = 20
const sizes = [0, 100_000]

/**
 * Measures the main-thread time of a key in the composer, beside a bare text field. Both fields are
 * empty, and then have 100,000 characters.
 */
export async function typing(browser: BenchBrowser, isFull: boolean): Promise<Figure[]> {
  const times = new Map<string, number[]>()
  for (let round = 0; round < (isFull ? 7 : 3); round++) {
    for (const size of sizes) {
      for (const kind of ['ambit', 'bare'] as const) {
        const key = `${kind} ${size}`
        times.set(key, [...(times.get(key) ?? []), await typeOnce(browser, kind, size)])
      }
    }
  }
  const us = (kind: string, size: number): number => median(times.get(`${kind} ${size}`) ?? [])
  return sizes.map((size) =>
    toFigure(
      `a key, ${size.toLocaleString('en')} characters before`,
      us('ambit', size),
      'a bare textarea',
      us('bare', size),
      // An empty bare field costs so little that a render of the composer is most of the ratio.
      size === 0 ? undefined : 2,
    ),
  )
}

/** Measures the microseconds of main thread for one key. */
async function typeOnce(
  browser: BenchBrowser,
  kind: 'ambit' | 'bare',
  size: number,
): Promise<number> {
  const { page, measure, close } = await browser.open()
  await page.evaluate(([of, chars]) => window.widgetBench.fill(of, chars), [kind, size] as const)
  const type = async (): Promise<void> => {
    for (let key = 0; key < KEYS; key++) await page.keyboard.press('x')
    await page.evaluate(() => window.widgetBench.settle())
  }
  await type()
  const { mainMs } = await measure(type)
  await close()
  return (mainMs * 1_000) / KEYS
}
