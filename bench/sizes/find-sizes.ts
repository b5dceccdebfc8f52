import { chromium } from '@playwright/test'
import { browserFlags, findBrowser } from '../../scripts/find-browser.ts'
import type { Figure } from '../figure.ts'
import { measureSizes } from './measure-sizes.ts'
import { readLimits, toSizeFigures } from './size-figures.ts'

/** Measures the built packages, and compares the sizes with the limits. */
export async function findSizes(): Promise<readonly Figure[]> {
  const executablePath = findBrowser()
  const browser = await chromium.launch({
    args: browserFlags,
    ...(executablePath && { executablePath }),
  })
  try {
    return toSizeFigures(await measureSizes(browser), readLimits())
  } finally {
    await browser.close()
  }
}
