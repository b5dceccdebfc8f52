import { mkdir } from 'node:fs/promises'
import { chromium, type Page } from '@playwright/test'
import { Assistant } from '../e2e/support/assistant.ts'
import { startDemoServer } from '../e2e/support/demo-server.ts'
import { TaskBoard } from '../e2e/support/task-board.ts'
import { browserFlags, findBrowser } from './find-browser.ts'

// Takes pictures of the working example for the README: `pnpm screenshots`.
const folder = 'docs/images'
const pictures = [
  { name: 'start-light', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { name: 'start-dark', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
] as const

/** Uses the page until two cards are done and the third call is running, and stops there. */
async function stopMidway(page: Page, url: string): Promise<void> {
  const assistant = new Assistant(page)
  const now = new Date('2026-01-01T10:00:00')
  await page.clock.install({ time: now })
  await page.goto(url)
  await assistant.open()
  await assistant.say('Add a task called "Order the cake" and then move it to doing')
  await assistant.status.getByText('Done').waitFor({ state: 'attached' })

  // The page's clock stands still and is advanced by hand.
  await page.clock.pauseAt(now.getTime() + 600_000)
  await assistant.say('Select "Book a room" and then delete it')
  const { remove } = new TaskBoard(page)
  while (!(await remove.isEnabled())) await page.clock.runFor(20)
  while (!(await assistant.card('Delete task').isVisible())) await page.clock.runFor(4)
}

const browserPath = findBrowser()
await mkdir(folder, { recursive: true })
await using server = await startDemoServer({})
const browser = await chromium.launch({
  args: browserFlags,
  ...(browserPath && { executablePath: browserPath }),
})
for (const { name, ...options } of pictures) {
  const page = await browser.newPage(options)
  await stopMidway(page, server.url)
  await page.screenshot({ path: `${folder}/${name}.png` })
  await page.close()
}
await browser.close()
