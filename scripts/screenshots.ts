import { mkdir } from 'node:fs/promises'
import { argv } from 'node:process'
import { chromium, type Page } from '@playwright/test'
import { Assistant } from '../e2e/support/assistant.ts'
import { startDemoServer } from '../e2e/support/demo-server.ts'
import { TaskBoard } from '../e2e/support/task-board.ts'
import { browserFlags, findBrowser } from './find-browser.ts'

// Takes pictures of the working examples for the README: `pnpm screenshots [name…]`.
const folder = 'docs/images'
const pictures = [
  { name: 'start-light', colorScheme: 'light', example: 'start', prepare: stopMidway },
  { name: 'start-dark', colorScheme: 'dark', example: 'start', prepare: stopMidway },
  { name: 'why-off', colorScheme: 'light', example: 'back-office', prepare: askWhy },
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

/** Asks as somebody who may only look, and opens the devtools at the request that was sent. */
async function askWhy(page: Page, url: string): Promise<void> {
  const assistant = new Assistant(page)
  const data = { email: 'vic@example.com', password: 'demo' }
  await page.request.post(`${url}api/session`, { data })
  await page.goto(`${url}orders?model=ambit-demo`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await assistant.open()
  await assistant.say('Refund order A-20001')
  await assistant.status.getByText('Done').waitFor({ state: 'attached' })
  await page.keyboard.press('Control+Alt+a')
  await page.getByRole('tab', { name: 'Requests' }).click()
  await page.getByRole('region', { name: 'Chosen request' }).waitFor()
}

const browserPath = findBrowser()
const chosen = argv.slice(2)
const isChosen = (name: string): boolean => chosen.length === 0 || chosen.includes(name)
await mkdir(folder, { recursive: true })
const browser = await chromium.launch({
  args: browserFlags,
  ...(browserPath && { executablePath: browserPath }),
})
for (const { name, example, prepare, ...options } of pictures) {
  if (!isChosen(name)) continue
  await using server = await startDemoServer({}, example)
  const page = await browser.newPage({ ...options, viewport: { width: 1280, height: 800 } })
  await prepare(page, server.url)
  await page.screenshot({ path: `${folder}/${name}.png` })
  await page.close()
}
await browser.close()
