import type { Agent } from 'ambit'
import { expect, type Page, test } from '@playwright/test'
import { browserFlags, findBrowser } from '../scripts/find-browser.ts'
import { deny } from './support/assistant.ts'
import { OutsideAgent } from './support/outside-agent.ts'
import { startWebMcpHost, type WebMcpHost } from './support/webmcp-host.ts'

let host: WebMcpHost
test.beforeAll(async () => {
  host = await startWebMcpHost()
})
test.afterAll(async () => {
  await host[Symbol.asyncDispose]()
})

const count = (page: Page, value: number) =>
  expect(page.getByText(`Count ${value}`, { exact: true })).toBeVisible()

const executablePath = findBrowser()
const path = executablePath && { executablePath }
test.use({ launchOptions: { args: [...browserFlags, '--enable-features=WebMCP'], ...path } })

test('1 2 without WebMCP in the browser the page works, and nothing is thrown', async ({
  playwright,
}) => {
  await using browser = await playwright.chromium.launch({ args: browserFlags, ...path })
  const page = await browser.newPage()
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  await page.goto(host.url)
  await count(page, 0)
  expect(await page.evaluate(() => 'modelContext' in document)).toBe(false)
  expect(errors).toEqual([])
})

test.describe('2 with the native WebMCP of Chromium', () => {
  test('3 4 5 7 9 10 17 18 19 an agent outside calls the tools that are on, and the user undoes it', async ({
    page,
  }) => {
    await page.goto(host.url)
    await count(page, 0)
    const outside = await OutsideAgent.attach(page)
    await expect.poll(() => outside.changes.toSorted()).toEqual(['+add', '+mail', '+slow', '+wipe'])
    await expect(outside.begin('gated')).rejects.toThrow(/not found/i)
    outside.changes.length = 0
    await page.getByRole('checkbox', { name: 'Gate' }).check()
    await expect.poll(() => outside.changes).toEqual(['+gated'])
    for (let nth = 0; nth < 20; nth++) await page.getByRole('button', { name: 'Render' }).click()
    expect(await outside.call('gated')).toMatchObject({ status: 'Completed', output: 'open' })
    expect(outside.changes).toEqual(['+gated'])

    expect((await outside.call('add', { by: 5 })).output).toEqual({ added: 5 })
    await count(page, 5)
    expect(JSON.stringify((await outside.call('add', { by: 'x' })).output)).toContain('isError')
    await page.getByText('3 calls by an agent outside this page').click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await count(page, 0)
    await expect(page.getByRole('log').getByRole('article')).toHaveCount(0)
  })

  test('12 14 the user of this page is asked about what destroys and what sends', async ({
    page,
  }) => {
    await page.goto(host.url)
    await count(page, 0)
    const outside = await OutsideAgent.attach(page)
    for (const name of ['wipe', 'mail']) {
      const call = await outside.begin(name)
      const card = page.getByRole('group', { name: /^Allow/ })
      await expect(card).toContainText('An agent outside this page asks')
      await deny(card)
      expect(JSON.stringify((await outside.answer(call)).output)).toContain('denied')
    }
  })

  test('16 a cancel of the caller reaches the handler, and the switch of the user removes all tools', async ({
    page,
  }) => {
    await page.goto(host.url)
    await count(page, 0)
    const outside = await OutsideAgent.attach(page)
    const slow = await outside.begin('slow')
    await expect(page).toHaveTitle('slow runs')
    await outside.cancel(slow)
    expect((await outside.answer(slow)).status).toBe('Canceled')
    await expect(page).toHaveTitle('slow was aborted')
    outside.changes.length = 0
    await page.getByRole('button', { name: 'Stop it' }).click()
    await expect.poll(() => outside.changes.length).toBe(4)
    await expect(outside.begin('add', { by: 1 })).rejects.toThrow(/not found/i)
    await page.getByRole('button', { name: 'Allow again' }).click()
    await expect.poll(() => outside.changes.length).toBe(8)
  })

  test('24 25 26 27 30 our agent uses the tool of a frame of another origin, tainted, and offers it to nobody', async ({
    page,
  }) => {
    await page.goto(`${host.url}?vendor=${encodeURIComponent(host.vendor)}`)
    await count(page, 0)
    const addFrame = (src: string) =>
      page.evaluate((at) => {
        const frame = Object.assign(document.createElement('iframe'), { src: at, allow: 'tools' })
        document.body.append(frame)
      }, src)
    await addFrame(`${host.vendor}/vendor`)
    const foreign = () =>
      page.evaluate(() => {
        const { scopes } = (globalThis as unknown as { agent: Agent }).agent
        const ofOthers = scopes.tools.filter(({ scope }) => scope.name === 'page-tools')
        return ofOthers.flatMap((found) =>
          scopes.isToolOn(found).enabled ? [found.tool.name] : [],
        )
      })
    await expect.poll(foreign).toEqual(['ext_quote'])
    await page.getByRole('textbox', { name: 'Message' }).fill('What is a1?')
    await page.keyboard.press('Enter')
    const card = page.getByRole('group', { name: /^Allow/ })
    // The vendor's tool is one that sends, and its description alone makes that a question.
    await expect(card).toContainText('quote (http://localhost:')
    await page.evaluate(() => {
      const { agent } = globalThis as unknown as { agent: Agent }
      for (const { id } of agent.pending.list('approval')) agent.pending.approve(id)
    })
    await expect(card).toContainText('Mail')
    await deny(card)
    await expect(page.getByText('As you wish.')).toBeVisible()
    const answers = await page.evaluate(() => {
      const { agent } = globalThis as unknown as { agent: Agent }
      return agent.history.messages.flatMap((message) =>
        message.role === 'tool' ? [[message.name, message.status, message.taint]] : [],
      )
    })
    expect(answers).toEqual([
      ['ext_quote', 'ok', 'untrusted'],
      ['mail', 'denied', 'derived'],
    ])
    const offered = await page.evaluate(async () => {
      const { modelContext } = document as unknown as {
        modelContext: { getTools(): Promise<{ name: string }[]> }
      }
      return (await modelContext.getTools()).map(({ name }) => name)
    })
    expect(offered.toSorted()).toEqual(['add', 'mail', 'slow', 'wipe'])
    await page.evaluate(() => document.querySelector('iframe')?.remove())
    await expect.poll(foreign).toEqual([])
  })

  test('27 a script that had a name first keeps it, and ours is offered once the name is free', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const { modelContext } = document as unknown as {
        modelContext: { registerTool(tool: object, options: object): Promise<void> }
      }
      const leaving = new AbortController()
      Object.assign(globalThis, { leave: () => leaving.abort() })
      const tool = { name: 'add', description: 'Not ours.', execute: () => 'of another script' }
      void modelContext.registerTool(tool, { signal: leaving.signal })
    })
    await page.goto(host.url)
    await count(page, 0)
    const outside = await OutsideAgent.attach(page)
    await expect.poll(() => outside.changes.toSorted()).toEqual(['+add', '+mail', '+slow', '+wipe'])
    expect((await outside.call('add', { by: 1 })).output).toBe('of another script')
    const foreign = () =>
      page.evaluate(() => {
        const { scopes } = (globalThis as unknown as { agent: Agent }).agent
        const ofOthers = scopes.tools.filter(({ scope }) => scope.name === 'page-tools')
        return ofOthers.map(({ tool }) => tool.name)
      })
    await expect.poll(foreign).toEqual(['ext_add'])
    outside.changes.length = 0
    await page.evaluate(() => (globalThis as unknown as { leave(): void }).leave())
    await expect.poll(() => outside.changes).toEqual(['-add', '+add'])
    expect((await outside.call('add', { by: 1 })).output).toEqual({ added: 1 })
    await count(page, 1)
    await expect.poll(foreign).toEqual([])
  })

  test('13 21 one press on a card denies all that an agent asks, and it learns of the limit', async ({
    page,
  }) => {
    await page.goto(host.url)
    await count(page, 0)
    const outside = await OutsideAgent.attach(page)
    const asked = [await outside.begin('wipe'), await outside.begin('mail')]
    const card = page.getByRole('group', { name: /^Allow/ })
    await expect(card).toHaveCount(2)
    await card.first().getByRole('button', { name: 'Deny, and stop that agent' }).click()
    for (const call of asked) {
      expect(JSON.stringify((await outside.answer(call)).output)).toContain('stopped callers')
    }
    await expect(card).toHaveCount(0)
    outside.changes.length = 0
    await page.getByRole('button', { name: 'Allow again' }).click()
    await expect.poll(() => outside.changes.length).toBe(4)
    for (let nth = 2; nth < 30; nth++) await outside.call('add', { by: 1 })
    const { output } = await outside.call('add', { by: 1 })
    expect(JSON.stringify(output)).toContain('at most 30 calls a minute')
    await count(page, 28)
  })
})
