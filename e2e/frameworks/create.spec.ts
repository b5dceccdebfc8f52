import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { pnpm } from '../../scripts/pack-package.ts'
import { type PackedRegistry, startPackedRegistry } from '../../scripts/packed-registry.ts'
import { Assistant } from '../support/assistant.ts'
import { frameworks } from './framework.ts'
import { PageRecord } from './page-record.ts'
import { runLine, runScript, startApp } from './run-framework.ts'

const templates = ['vite', 'next', 'react-router', 'tanstack-start']
const noKeys = { OPENAI_API_KEY: '', ANTHROPIC_API_KEY: '', GOOGLE_GENERATIVE_AI_API_KEY: '' }

const example = 'examples/frameworks/vite'
let folder = ''
let registry: PackedRegistry
let variables: Record<string, string> = {}
let fresh = variables

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ambit-create-'))
  const upstream = (await runLine('.', 'npm config get registry')).trim()
  const made = '.reports/frameworks'
  registry = await startPackedRegistry(made, 'examples/frameworks/packed', upstream)
  const { url } = registry
  variables = { npm_config_registry: url, pnpm_config_registry: url, npm_config_yes: 'true' }
  // `npx` keeps what it once ran under a version, which here says nothing of the content.
  fresh = { ...variables, npm_config_cache: join(folder, 'cache') }
})

test.afterAll(async () => {
  await registry[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

/** Says something to an app that was built, and returns when the agent is done. */
async function say(page: Page, url: string, text: string, isOpen = false): Promise<void> {
  const assistant = new Assistant(page)
  await page.goto(url)
  if (isOpen) await expect(assistant.field).toBeVisible()
  else await assistant.open()
  await assistant.say(text)
  await expect(assistant.status).toHaveText('Done')
}

for (const template of templates) {
  test(`${template}: an empty folder becomes an app with an agent, a tool and its test`, async ({
    page,
  }) => {
    const app = join(folder, template)
    const manager = template === 'vite' ? 'npm' : pnpm
    const install = template === 'vite' ? '--no-audit --no-fund' : '--prefer-offline'
    const flags = `--yes --template ${template} --pm ${template === 'vite' ? 'npm' : 'pnpm'}`
    await runLine(folder, `npm create ambit@latest ${template} -- ${flags}`, fresh)
    await runLine(app, `"${manager}" install ${install}`, variables)

    const sources = ['vite', 'tanstack-start'].includes(template) ? 'src' : 'app'
    const tool = `add tool archive_item ${sources}/shopping-list.tsx`
    await runLine(app, `npx ambit ${tool} --yes`, fresh)
    expect(await runScript(app, 'test')).toContain('3 passed')
    // Nothing was built, and no server has run.
    await runScript(app, 'types')
    await runScript(app, 'build')

    const { portArgs } = frameworks.find(({ name }) => name === template) ?? {}
    const key = 'sk-planted-create-0123456789abcdef'
    await using server = await startApp(app, portArgs, { ...noKeys, OPENAI_API_KEY: key })
    const record = new PageRecord(page)
    await say(page, server.url, 'Add honey to the list', true)
    await expect(page.getByRole('list', { name: 'To buy' })).toHaveText(/Bread.*Milk.*Honey/i)
    expect(record.problems).toEqual([])
    if (template === 'vite') return
    // The key is there, and nobody uses it before the app says who may.
    const refused = await fetch(`${server.url}api/agent/models`)
    expect(refused.status).toBe(401)
    expect(await refused.text()).toContain('Give createProxy an `authorize` that returns the id')
    expect(await page.context().cookies()).toEqual([])
  })
}

test('init: a Vite app without Ambit gets an agent', async ({ page }) => {
  const app = join(folder, 'plain')
  const files = {
    'package.json': plainManifest(),
    'index.html': '<div id="root"></div><script type="module" src="/src/main.tsx"></script>\n',
    'src/main.tsx': `import { createRoot } from 'react-dom/client'

createRoot(document.getElementById('root')!).render(<h1>Plain</h1>)
`,
    'vite.config.js': `import react from '@vitejs/plugin-react'

export default { plugins: [react()] }
`,
    'tsconfig.json': readFileSync(join(example, 'tsconfig.json'), 'utf8'),
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(app, path)), { recursive: true })
    writeFileSync(join(app, path), text)
  }
  await runLine(app, 'npx ambit@latest init --yes', fresh)
  expect(await runLine(app, 'npx ambit@latest init --yes', fresh)).toContain('Nothing to change')

  symlinkSync(resolve(example, 'node_modules'), join(app, 'node_modules'))
  await runScript(app, 'build')
  await runScript(app, 'types')
  await using server = await startApp(app, frameworks[0]?.portArgs, noKeys)
  await say(page, server.url, 'Set the title to Hello')
  await expect(page).toHaveTitle('Hello')
})

/** Returns the manifest of the example, without what `init` adds. */
function plainManifest(): string {
  const text = readFileSync(join(example, 'package.json'), 'utf8')
  const manifest = JSON.parse(text) as { dependencies: Record<string, string> }
  const own = ['ambit', '@ambit/proxy', 'zod']
  const dependencies = Object.fromEntries(
    Object.entries(manifest.dependencies).filter(([name]) => !own.includes(name)),
  )
  return JSON.stringify({ ...manifest, dependencies }, null, 2)
}
