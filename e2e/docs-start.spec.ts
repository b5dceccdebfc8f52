import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startDemoServer } from './support/demo-server.ts'
import { callTool, ModelServer } from './support/model-server.ts'
import { expect, test } from './support/story.ts'

const guide = readFileSync('docs/start.md', 'utf8')

/**
 * A folder inside an example, which has the dependencies of the guide. The folder is not in Git.
 */
const folder = 'examples/start/.reports/guide'

/** The code of the guide by the name of its file. */
const files = new Map(
  [...guide.matchAll(/^```tsx? (\S+)\n([\s\S]*?)^```$/gm)].map(
    ([, name = '', code = '']) => [name, code] as const,
  ),
)

/** The first program of the README. */
const [, program = ''] = /^```tsx\n([\s\S]*?)^```$/m.exec(readFileSync('README.md', 'utf8')) ?? []

/** Returns the page of a Vite app, as it is before the guide begins. */
const html = (entry: string): string =>
  `<!doctype html><title>Guests</title><div id="root"></div><script type="module" src="/${entry}"></script>`

/** The file `main.tsx` after the change of step 4. */
const mainWithModel = (files.get('main.tsx') ?? '')
  .replace(/^const agent = createAgent\([\s\S]*?^}\)$/m, '')
  .replace('<Guests />', '<Guests />\n<Ask />')
  .concat("import { agent } from './agent.ts'\nimport { Ask } from './ask.tsx'\n")

test.describe('docs/start.md', () => {
  test.beforeAll(() => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const all = {
      ...Object.fromEntries(files),
      // A package of its own, so that its server does not share a cache with the example's.
      'package.json': '{ "type": "module" }',
      'index.html': html('main.tsx'),
      'model.html': html('with-model.tsx'),
      'with-model.tsx': mainWithModel,
      'readme.html': html('readme.tsx'),
      'readme.tsx': program,
    }
    for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text)
  })

  test('installs what its code imports, and no more', () => {
    const installed = [...guide.matchAll(/^npm install (?:--save-dev )?(.+)$/gm)].flatMap(
      ([, names = '']) => names.split(' '),
    )
    const imported = [...files.values()].flatMap((code) =>
      [...code.matchAll(/from '((?:@ambit\/)?[\w-]+)(?:\/[\w/-]+)?'/g)].map(
        ([, name = '']) => name,
      ),
    )
    // A React app with Vite already has these.
    const there = ['react', 'react-dom', 'vite']
    const wanted = new Set(imported.filter((name) => !there.includes(name)))
    expect(installed.toSorted()).toEqual([...wanted].toSorted())
  })

  test('ends step 3 with a page whose guests the agent invites, and clears when there are some; so does the README’s program', async ({
    page,
    assistant,
  }) => {
    await using app = await startDemoServer({}, 'start/.reports/guide')
    await page.goto(app.url)
    await assistant.open()
    await assistant.dialog.getByRole('button', { name: 'Invite "Grace"' }).click()
    await expect(assistant.status).toHaveText('Done')
    await assistant.expectCards([['Invite guest', 'Done']])
    const guests = page.locator('#root li', { hasText: /^(Ada|Grace)$/ })
    await expect(guests).toHaveText(['Ada', 'Grace'])
    await expect(assistant.notice).toBeVisible()

    await assistant.say('Clear the guests')
    await expect(guests).toHaveCount(0)
    await assistant.say('Clear the guests')
    await expect(assistant.said('Assistant').last()).toContainText('the list is empty')

    // The README has the same program in one file.
    await page.goto(`${app.url}readme.html`)
    await assistant.open()
    await assistant.say('Invite "Grace"')
    await expect(page.getByText('Ada, Grace', { exact: true })).toBeVisible()
  })

  test('ends steps 4 and 5 with a model behind the proxy, and a page that asks it without the widget', async ({
    page,
  }) => {
    const key = 'sk-planted-guide-0123456789abcdef'
    await using models = await ModelServer.start(key)
    models.script([
      callTool('invite_guest', { name: 'Grace' }),
      callTool('invite_guest', { name: 'Alan' }),
      { content: 'Both are invited.' },
    ])
    const variables = { OPENAI_API_KEY: key, OPENAI_BASE_URL: `${models.url}/v1` }
    await using app = await startDemoServer(variables, 'start/.reports/guide')
    await page.goto(`${app.url}model.html`)
    await page.getByRole('button', { name: 'Invite the usual two' }).click()
    const guests = page.locator('#root li', { hasText: /^(Ada|Grace|Alan)$/ })
    await expect(guests).toHaveText(['Ada', 'Grace', 'Alan'])
    await expect(page.getByRole('button', { name: 'Invite the usual two' })).toBeVisible()
    expect(app.output()).not.toContain(key)
  })
})
