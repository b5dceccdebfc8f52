import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startDemoServer } from './support/demo-server.ts'
import { expect, test } from './support/story.ts'

/** The guide, and the guide that it continues. */
const guides = ['docs/start.md', 'docs/guides/pages.md'].map((path) => readFileSync(path, 'utf8'))

/**
 * A folder inside an example, which has the dependencies of the guide. The folder is not in Git.
 */
const folder = 'examples/start/.reports/pages'

test.describe('docs/guides/pages.md', () => {
  test('leads from one page to another and uses the tools that are there', async ({
    page,
    assistant,
  }) => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    for (const guide of guides) {
      for (const [, name = '', code = ''] of guide.matchAll(/^```tsx? (\S+)\n([\s\S]*?)^```$/gm)) {
        writeFileSync(join(folder, name), code)
      }
    }
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(
      join(folder, 'index.html'),
      '<!doctype html><title>Party</title><div id="root"></div><script type="module" src="/main.tsx"></script>',
    )

    await using app = await startDemoServer({}, 'start/.reports/pages')
    await page.goto(app.url)
    await assistant.open()
    await assistant.dialog.getByRole('button', { name: 'Open the menu and add "Tarte"' }).click()
    await assistant.expectCards([
      ['Open page', 'Done'],
      ['Add dish', 'Done'],
    ])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Menu')
    const items = page.locator('#root li', { hasText: /^(Soup|Tarte)$/ })
    await expect(items).toHaveText(['Soup', 'Tarte'])

    await assistant.say('Go to the guests and invite "Grace"')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Guests')
    await expect(page.locator('#root li', { hasText: /^(Ada|Grace)$/ })).toHaveCount(2)
    await expect(assistant.said('Assistant').last()).toContainText('Invited guest')
    await assistant.openSteps()
    await expect(assistant.card('Invite guest').getByText('Done')).toBeVisible()
  })
})
