import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { argv } from 'node:process'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { Assistant } from '../e2e/support/assistant.ts'
import { startDemoServer } from '../e2e/support/demo-server.ts'
import { toAnimatedWebp } from './animated-webp.ts'
import { browserFlags, findBrowser } from './find-browser.ts'
import { FrameRecorder } from './frame-recorder.ts'

// Records 20 to 30 seconds of the back office with the demo model, for the top of the README:
// `pnpm recording`. A picture of its question is for people who want no motion. With `--frames
// <folder>` each frame is also written as a picture, to be looked at.
const { values } = parseArgs({ args: argv.slice(2), options: { frames: { type: 'string' } } })
const file = 'docs/images/back-office.webp'
const still = 'docs/images/back-office.png'
// The file has to stay small: a page that loads shows nothing before it is there.
const size = { width: 1080, height: 680 }

const browserPath = findBrowser()
await using server = await startDemoServer(
  { BACK_OFFICE_DATA: 'memory', DATABASE_URL: '' },
  'back-office',
  '--built',
)
const browser = await chromium.launch({
  args: browserFlags,
  ...(browserPath && { executablePath: browserPath }),
})
const page = await browser.newPage({
  viewport: size,
  colorScheme: 'light',
  reducedMotion: 'reduce',
})
const user = { email: 'mia@example.com', password: 'demo' }
await page.request.post(`${server.url}api/session`, { data: user })
await page.goto(server.url)
const assistant = new Assistant(page)
await page.getByRole('region', { name: 'Sales by week' }).waitFor()
await assistant.open()
await page.waitForLoadState('networkidle')

const recorder = new FrameRecorder(page, { x: 420, y: 560 })
const say = async (text: string): Promise<void> => {
  await recorder.press(assistant.field)
  await recorder.write(assistant.field, text)
  await recorder.hold(300)
  await assistant.field.press('Enter')
}
const done = (title: string): Promise<void> =>
  assistant.card(title).last().getByText('Done', { exact: true }).waitFor()
const rest = (): Promise<void> => assistant.stop.waitFor({ state: 'hidden' })

// The first second moves, and the last is the row as it was before.
await recorder.press(assistant.dialog.getByRole('button', { name: /^1 Let it work/ }))
await recorder.watch(page.getByRole('region', { name: 'Sales by country' }).waitFor())
await recorder.watch(page.getByText('reminder drafted').first().waitFor().then(rest))
await recorder.hold(2_000)

await say('Show the paid orders over 500 from last month')
await recorder.watch(page.getByText('Shipped').first().waitFor().then(rest))
await recorder.hold(800)

await say('Refund 20 euros of the second one')
const request = assistant.card(/Refund .+\?$/)
const allows = request.getByRole('button', { name: 'Allow once' })
await recorder.watch(allows.waitFor())
await allows.scrollIntoViewIfNeeded()
// A press counts from now on.
await allows.and(page.locator(':not([aria-disabled=true])')).waitFor()
await recorder.hold(2_500)
await writeFile(still, recorder.frames.at(-1)?.png ?? '')
await recorder.press(allows)
await recorder.watch(done('Refund order').then(rest))
await recorder.hold(1_800)

await recorder.press(assistant.card('Refund order').getByRole('button', { name: 'Undo' }))
await recorder.watch(assistant.card('Refund order').getByText('Undone').waitFor())
await recorder.hold(2_500)
await page.close()

const { frames } = recorder
if (values.frames) {
  await mkdir(values.frames, { recursive: true })
  for (const [at, { png }] of frames.entries()) {
    await writeFile(join(values.frames, `${String(at).padStart(3, '0')}.png`), png)
  }
}
await mkdir(dirname(file), { recursive: true })
const picture = await toAnimatedWebp(frames, size)
await writeFile(file, picture)
await browser.close()
const seconds = Math.round(frames.reduce((sum, { ms }) => sum + ms, 0) / 1_000)
console.log(
  `${file}: ${frames.length} frames, ${seconds} s, ${Math.round(picture.length / 1_024)} kB`,
)
