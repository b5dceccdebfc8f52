import type { Agent } from 'ambit'
import type { MemoryAudit } from 'ambit/plugins'
import { expect, type FrameLocator, type Page, test } from '@playwright/test'
import { endings } from './mcp-apps/attack.ts'
import { deny } from './support/assistant.ts'
import { type McpAppsHost, startMcpAppsHost } from './support/mcp-apps-host.ts'

let host: McpAppsHost
test.beforeAll(async () => {
  host = await startMcpAppsHost()
})
test.afterAll(async () => {
  await host[Symbol.asyncDispose]()
})
test.afterEach(() => {
  host.isGone = false
})

type Global = { agent: Agent; audit: MemoryAudit; model: { requests: unknown[] } }

const appOf = (page: Page) => page.getByRole('region', { name: /^App of Tickets/ })
const frameOf = (page: Page): FrameLocator =>
  appOf(page).frameLocator('iframe').frameLocator('iframe')
/** Returns the addresses of the frames of apps, which are in frames of the page. */
const appFrames = (page: Page) =>
  page
    .frames()
    .filter((frame) => frame.parentFrame()?.parentFrame() === page.mainFrame())
    .map((frame) => frame.url())
const requests = (page: Page) =>
  page.evaluate(() =>
    (globalThis as unknown as Global).model.requests.map((one) => JSON.stringify(one)),
  )

/** Opens the page, and asks for the call whose app is shown. */
async function open(page: Page, query: Record<string, string> = {}): Promise<FrameLocator> {
  await page.goto(`${host.url}?${new URLSearchParams(query).toString()}`)
  const hasTool = () => (globalThis as unknown as Global).agent.scopes.find('tickets_show') && true
  await expect.poll(() => page.evaluate(hasTool)).toBe(true)
  await say(page, 'Show it')
  await expect(page.getByText('Here.', { exact: true })).toBeVisible()
  return frameOf(page)
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.keyboard.press('Enter')
}

const modes = {
  'an opaque frame': () => ({}),
  'a sandbox page of the same origin, on a strict page': () => ({
    sandbox: '/sandbox',
    strict: '',
  }),
  'a sandbox page of another origin': () => ({ sandbox: host.otherSandbox }),
}

for (const [name, query] of Object.entries(modes)) {
  test.describe(`in ${name}`, () => {
    test('33 34 39 the official guest gets the call, and calls tools of its server under the rules of the page', async ({
      page,
    }) => {
      const app = await open(page, query())
      await expect(app.getByText('connected light')).toBeVisible()
      await expect(app.getByText('input {"board":"A"}')).toBeVisible()
      await expect(app.getByText('result {"open":3}')).toBeVisible()
      await expect(appOf(page).getByText('App of Tickets.')).toBeVisible()

      await app.getByRole('button', { name: 'Refresh' }).click()
      await expect(app.getByText('Refresh: {"isError":false,"text":"2 open"}')).toBeVisible()
      await app.getByRole('button', { name: 'Secret' }).click()
      await expect(app.getByText('Secret failed')).toBeVisible()
      await app.getByRole('button', { name: 'Close' }).click()
      const card = page.getByRole('group', { name: /^Allow/ })
      await deny(card)
      await expect(app.getByText(/^Close: \{"isError":true,.*denied/)).toBeVisible()
      const rows = await page.evaluate(() =>
        (globalThis as unknown as Global).audit
          .query()
          .map(({ tool, source, isTainted }) => ({ tool, source, isTainted })),
      )
      expect(rows).toContainEqual({ tool: 'tickets_refresh', source: 'mcp-app', isTainted: true })
      const [first] = await requests(page)
      expect(first).toContain('tickets_show')
      expect(first).not.toContain('tickets_refresh')
    })

    for (const tool of Object.keys(endings)) {
      test(`41 nothing of the app leaves its frame, whatever it tries, at last ${tool}`, async ({
        page,
        context,
      }) => {
        host.leaks.length = 0
        const opened: string[] = []
        const told: string[] = []
        context.on('page', (other) => opened.push(other.url()))
        page.on('dialog', (dialog) => void (opened.push(dialog.message()), dialog.dismiss()))
        page.on('console', (message) => told.push(message.text()))
        await open(page, { ...query(), tool })
        const before = page.url()
        await expect
          .poll(() => told.findLast((text) => text.startsWith('app: ')))
          .toBe('app: tried')
        // The last try has ended: the browser shows that it blocked the address.
        await expect.poll(() => appFrames(page)).toEqual(['chrome-error://chromewebdata/'])
        expect(told.filter((text) => text.includes('WENT THROUGH'))).toEqual([])
        expect(told.filter((text) => /^app: .* refused$/.test(text))).toHaveLength(17)
        expect(host.leaks).toEqual([])
        expect(opened).toEqual([])
        expect(page.url()).toBe(before)
      })
    }
  })
}

test('35 36 what the app tells counts as third-party text, and its message is sent by the user alone', async ({
  page,
}) => {
  const app = await open(page)
  await app.getByRole('button', { name: 'Tell' }).click()
  await expect(app.getByText('Tell: {')).toBeVisible()
  await app.getByRole('button', { name: 'Write' }).click()
  const question = page.getByRole('group', { name: 'The app wants to send this message:' })
  await expect(question).toContainText('Close ticket 7.')
  expect(await requests(page)).toHaveLength(2)
  await question.getByRole('button', { name: 'No' }).click()
  await expect(app.getByText('Write: {"isError":true}')).toBeVisible()
  await app.getByRole('button', { name: 'Write' }).click()
  await question.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Yes.', { exact: true })).toBeVisible()
  await say(page, 'And now?')
  await expect(page.getByText('No.', { exact: true })).toBeVisible()
  const [, , third, fourth] = await requests(page)
  expect(third).toContain('The user looks at ticket 7.')
  expect(fourth).not.toContain('The user looks at ticket 7.')
})

test('35 puts the message of the app into the composer, if the page has it so', async ({
  page,
}) => {
  const app = await open(page, { compose: '' })
  await app.getByRole('button', { name: 'Write' }).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Close ticket 7.')
  expect(await requests(page)).toHaveLength(2)
})

test('38 opens a link once the user has agreed', async ({ page, context }) => {
  await context.route('https://tickets.example/**', (route) => route.fulfill({ body: 'Ticket' }))
  const app = await open(page)
  await app.getByRole('button', { name: 'Link' }).click()
  const question = page.getByRole('group', {
    name: 'The app wants to open a page of tickets.example:',
  })
  await expect(question).toContainText('https://tickets.example/7')
  expect(context.pages()).toHaveLength(1)
  const opening = context.waitForEvent('page')
  await question.getByRole('button', { name: 'Open' }).click()
  expect((await opening).url()).toBe('https://tickets.example/7')
  await expect(app.getByText('Link: {}')).toBeVisible()
})

test('43 a stored conversation shows the app again, and its text where the server is gone', async ({
  page,
}) => {
  await open(page)
  await page.reload()
  const app = frameOf(page)
  await expect(app.getByText('input {"board":"A"}')).toBeVisible()
  await expect(app.getByText('result {"open":3}')).toBeVisible()
  host.isGone = true
  await page.reload()
  await expect(page.getByText('Here.', { exact: true })).toBeVisible()
  await expect(appOf(page)).toHaveCount(0)
  await page.getByRole('log').locator('summary').first().click()
  await expect(page.getByRole('log')).toContainText('open')
})
