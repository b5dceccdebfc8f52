import { mkdir } from 'node:fs/promises'
import { argv } from 'node:process'
import { chromium } from '@playwright/test'
import { Assistant } from '../e2e/support/assistant.ts'
import { startWidgetHost } from '../e2e/support/widget-host.ts'
import { widgetStates } from '../e2e/support/widget-states.ts'
import { browserFlags, findBrowser } from './find-browser.ts'

// Takes pictures of the widget in every state at three widths, light and dark. Look at them after a
// change of its styles: `pnpm screenshots:widget [folder] [state,state]`.
const [, , folder = '.reports/pictures', only] = argv
const widths = [360, 768, 1280]
const schemes = ['light', 'dark'] as const

const browserPath = findBrowser()
await mkdir(folder, { recursive: true })
await using host = await startWidgetHost()
const browser = await chromium.launch({
  args: browserFlags,
  ...(browserPath && { executablePath: browserPath }),
})
for (const { name, query, reach } of widgetStates) {
  if (only && !only.split(',').includes(name)) continue
  for (const width of widths) {
    const viewport = { width, height: 800 }
    const context = await browser.newContext({ reducedMotion: 'reduce', viewport })
    const page = await context.newPage()
    await page.goto(`${host.url}?${query}`)
    const assistant = new Assistant(page)
    await assistant.open()
    await reach(assistant, page)
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` })
    }
    await context.close()
  }
}
await browser.close()
