import type { McpConnection } from '@ambit/bridges/mcp'
import { expect, type Page, test } from '@playwright/test'
import { type McpSignInHost, startMcpSignInHost } from './support/mcp-sign-in-host.ts'

let host: McpSignInHost
test.beforeEach(async () => {
  host = await startMcpSignInHost()
})
test.afterEach(async () => {
  await host[Symbol.asyncDispose]()
})

const button = (page: Page) => page.getByRole('button', { name: 'Sign in to Tickets' })

/** Presses the button of the chat, and returns the window that opens. */
async function press(page: Page): Promise<Page> {
  const [opened] = await Promise.all([page.waitForEvent('popup'), button(page).click()])
  return opened
}

/** Has the assistant use the server. */
async function ask(page: Page): Promise<void> {
  const statusOf = () =>
    page.evaluate(() => {
      const { connection } = globalThis as unknown as { connection: McpConnection }
      return connection.getState().status
    })
  await expect.poll(statusOf).toBe('ready')
  await page.getByRole('textbox', { name: 'Message' }).fill('Who am I?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Done.', { exact: true })).toBeVisible()
  const answers = await page.evaluate(() => {
    const { agent } = globalThis as unknown as { agent: { history: { messages: unknown[] } } }
    return JSON.stringify(agent.history.messages)
  })
  expect(answers).toContain('You are Ada')
}

/** Returns all that the page could have a token in. */
const keptBy = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const { auth } = globalThis as unknown as { auth: { headers(url: string): unknown } }
    const { localStorage: local, sessionStorage: session } = globalThis
    const databases = await indexedDB.databases()
    const headers = await auth.headers('/api/agent/mcp/tickets')
    return JSON.stringify([local, session, databases, headers, document.cookie, location.href])
  })

test('22 a user signs in through the proxy, whose tokens never reach the page', async ({
  page,
}) => {
  const texts: string[] = []
  page.on('response', (response) => {
    if (!response.url().includes('/mcp/')) return
    void response.text().then(
      (text) => texts.push(text),
      () => {},
    )
  })
  await page.goto(host.url)
  await expect(page.getByText('The assistant cannot use Tickets until you sign in.')).toBeVisible()
  const opened = await press(page)
  // The page of the service cannot send the page with the chat elsewhere.
  await expect(opened).toHaveTitle('null')
  await Promise.all([
    opened.waitForEvent('close'),
    opened.getByRole('link', { name: 'Allow' }).click(),
  ])
  await expect(button(page)).toHaveCount(0)
  await ask(page)
  const tokens = [...host.service.access.keys(), ...host.service.refresh.keys()]
  expect(tokens).toHaveLength(2)
  const seen = JSON.stringify([texts, await keptBy(page)])
  for (const token of tokens) expect(seen).not.toContain(token)

  // The server takes the tokens no more, so the chat offers the sign-in again.
  host.service.expire()
  host.service.refresh.clear()
  await page.reload()
  await expect(button(page)).toBeVisible()
})

test('a user signs in directly, with the token in the memory of the page alone', async ({
  page,
}) => {
  await page.goto(`${host.url}?direct=${encodeURIComponent(host.service.url)}`)
  const opened = await press(page)
  await Promise.all([
    opened.waitForEvent('close'),
    opened.getByRole('link', { name: 'Allow' }).click(),
  ])
  await expect(button(page)).toHaveCount(0)
  await ask(page)
  const [token = '?'] = host.service.access.keys()
  expect(await keptBy(page)).not.toContain(token)
  await page.reload()
  await expect(button(page)).toBeVisible()
})

test('a service that cuts its window off can be used too', async ({ page }) => {
  host.cutOff = true
  await page.goto(host.url)
  // The browser of this test says that every page has the focus.
  await page.evaluate(() => Object.assign(document, { hasFocus: () => false }))
  const opened = await press(page)
  await expect(opened).toHaveTitle('null')
  await opened.getByRole('link', { name: 'Allow' }).click()
  await expect(button(page)).toHaveCount(0)
  await ask(page)
})

test('a user who closes the window is told so, and can try again', async ({ page }) => {
  await page.goto(host.url)
  const first = await press(page)
  await expect(first.getByRole('link', { name: 'Allow' })).toBeVisible()
  await first.close()
  await expect(page.getByText('The window was closed before')).toBeVisible()
  const opened = await press(page)
  await Promise.all([
    opened.waitForEvent('close'),
    opened.getByRole('link', { name: 'Allow' }).click(),
  ])
  await expect(button(page)).toHaveCount(0)
})
