import { join } from 'node:path'
import { openBrowser } from '../browser/open-page.ts'
import type { Suite } from '../figure.ts'
import { scrolling } from './scrolling.ts'
import { streaming } from './streaming.ts'
import { work } from './work.ts'

/** The whole widget in Chromium, with its styles, in its own box. */
export const widget: Suite = {
  name: 'widget',
  isOnRequest: true,
  async run(isFull) {
    const chromium = await openBrowser(join(import.meta.dirname, 'page'))
    try {
      return [
        ...(await streaming(chromium, isFull)),
        ...(await work(chromium)),
        ...(await scrolling(chromium, isFull)),
      ]
    } finally {
      await chromium.close()
    }
  },
}
