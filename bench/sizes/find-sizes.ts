import { startChromium } from '../browser/open-page.ts'
import type { Figure } from '../figure.ts'
import { measureSizes } from './measure-sizes.ts'
import { readLimits, toSizeFigures } from './size-figures.ts'

/** Measures the built packages, and compares the sizes with the limits. */
export async function findSizes(): Promise<readonly Figure[]> {
  const browser = await startChromium()
  try {
    return toSizeFigures(await measureSizes(browser), readLimits())
  } finally {
    await browser.close()
  }
}
