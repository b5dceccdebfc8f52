import type { Suite } from '../figure.ts'
import { commits } from './commits.ts'
import { openBrowser } from './open-page.ts'
import { registering } from './registering.ts'
import { streaming } from './streaming.ts'

/** React in Chromium: a page built as for production, and the CPU time of its main thread. */
export const browser: Suite = {
  name: 'browser',
  isOnRequest: true,
  async run(isFull) {
    const chromium = await openBrowser()
    try {
      return [
        ...(await registering(chromium, isFull)),
        ...(await streaming(chromium, isFull)),
        ...(await commits(chromium, isFull)),
      ]
    } finally {
      await chromium.close()
    }
  },
}
