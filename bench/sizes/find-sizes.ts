import { startChromium } from '../browser/open-page.ts'
import { measureSizes, type Size } from './measure-sizes.ts'

/** Measures the built packages in a browser. */
export async function findSizes(): Promise<readonly Size[]> {
  const browser = await startChromium()
  try {
    return await measureSizes(browser)
  } finally {
    await browser.close()
  }
}
