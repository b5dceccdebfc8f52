import { globSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { allow } from '../support/allow.ts'
import { Assistant } from '../support/assistant.ts'
import { ModelServer } from '../support/model-server.ts'
import { folderOf, frameworks } from './framework.ts'
import { PageRecord } from './page-record.ts'
import { runScript, startApp } from './run-framework.ts'

const key = 'sk-planted-frameworks-0123456789abcdef'

test('every folder has a story', () => {
  const others = ['node_modules', 'packed']
  const folders = readdirSync('examples/frameworks', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !others.includes(entry.name))
    .map(({ name }) => name)
  expect(frameworks.map(({ name }) => name).toSorted()).toEqual(folders.toSorted())
})

test('every folder has the same page and the same agent', () => {
  for (const name of ['assistant.tsx', 'shopping-list.tsx']) {
    const texts = globSync(`examples/frameworks/*/{src,app}/${name}`).map((path) =>
      readFileSync(path, 'utf8').replace("'use client'\n", ''),
    )
    expect(texts).toHaveLength(frameworks.length)
    expect(new Set(texts).size).toBe(1)
  }
})

for (const framework of frameworks) {
  test(`${framework.name}: a page built with its defaults has an agent that changes it`, async ({
    page,
  }) => {
    await runScript(folderOf(framework), 'build')
    await runScript(folderOf(framework), 'types')
    await using models = await ModelServer.start(key)
    await using app = await startApp(folderOf(framework), framework.portArgs, {
      OPENAI_API_KEY: key,
      OPENAI_BASE_URL: `${models.url}/v1`,
    })
    const record = new PageRecord(page)
    const assistant = new Assistant(page)
    const items = page.getByRole('list', { name: 'To buy' }).getByRole('listitem')
    models.script([
      {
        toolCalls: [
          { name: 'add_item', arguments: '{"name":"Honey"}' },
          { name: 'remove_item', arguments: '{"name":"Bread"}' },
        ],
      },
      { content: 'Honey is on the list, and bread is off it.' },
    ])

    await test.step('the page is there, and has not fetched the panel', async () => {
      await page.goto(app.url)
      await expect(items).toHaveText(['Bread', 'Milk'])
      await expect(assistant.launcher).toBeVisible()
      await page.waitForLoadState('networkidle')
      const { size } = record.scripts
      console.log(`${framework.name}: ${size} script files before the chat is opened`)
      expect(size).toBeLessThanOrEqual(framework.mostScripts)
    })

    await test.step('the agent calls two tools, and asks before one', async () => {
      await assistant.open()
      await assistant.say('Put honey on the list, and take bread off it')
      const card = assistant.card('Allow “Remove item”?')
      await expect(card).toBeVisible()
      await expect(items).toHaveText(['Bread', 'Milk', 'Honey'])
      await allow(card, 'Allow once')
      await expect(assistant.dialog.getByText('bread is off it')).toBeVisible()
      await expect(assistant.status).toHaveText('Done')
      await expect(items).toHaveText(['Milk', 'Honey'])
      await expect.poll(() => record.open.size).toBe(0)
      expect(record.problems).toEqual([])
      // On a busy machine Chromium once in a while cuts a request whose answer it has given whole.
      expect(record.cut.length).toBeLessThanOrEqual(1)
    })

    await test.step('a page that reads from right to left mirrors the panel', async () => {
      const middle = async (): Promise<number> => {
        const { x, width } = (await assistant.dialog.boundingBox()) ?? { x: 0, width: 0 }
        return (x + width / 2) / (page.viewportSize()?.width ?? 1)
      }
      expect(await middle()).toBeGreaterThan(0.6)
      await page.locator('html').evaluate((html) => html.setAttribute('dir', 'rtl'))
      await expect.poll(middle).toBeLessThan(0.4)
    })

    await test.step('a reload keeps the conversation', async () => {
      await page.reload()
      await expect(items).toHaveText(['Bread', 'Milk'])
      await assistant.open()
      await expect(assistant.said('You')).toContainText('Put honey on the list')
      await expect(assistant.dialog.getByText('bread is off it')).toBeVisible()
      await page.waitForLoadState('networkidle')
    })

    expect(record.problems).toEqual([])
    expect(app.output()).not.toContain(key)
  })
}
