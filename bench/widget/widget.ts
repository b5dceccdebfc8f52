import { join } from 'node:path'
import { openBrowser } from '../browser/open-page.ts'
import type { Suite } from '../figure.ts'
import { lasting } from './lasting.ts'
import { longMessage } from './long-message.ts'
import { scrolling } from './scrolling.ts'
import { streaming } from './streaming.ts'
import { touching } from './touching.ts'
import { typing } from './typing.ts'
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
        ...(await typing(chromium, isFull)),
        ...(await scrolling(chromium, isFull)),
        ...(await lasting(chromium, isFull)),
        ...(await longMessage(chromium)),
        ...(await touching(chromium)),
      ]
    } finally {
      await chromium.close()
    }
  },
}
