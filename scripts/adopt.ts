import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { env, exit } from 'node:process'
import { chromium, type Page, expect as playwrightExpect } from '@playwright/test'
import { preview } from 'vite'
import { allow } from '../e2e/support/allow.ts'
import { browserFlags, findBrowser } from './find-browser.ts'

// Puts Ambit into react-admin's simple example, as docs/guides/adopt-react-admin.md says, builds it
// from the packed packages and drives it. AMBIT_REACT_ADMIN names a git folder with its source.
const commit = '051f511'
const source = env['AMBIT_REACT_ADMIN']
if (!source) {
  console.log(
    'adopt: skipped. Set AMBIT_REACT_ADMIN to a clone of react-admin, after `pnpm test build packages`.',
  )
  exit(0)
}

const out = resolve('.reports/adopt/react-admin')
const app = join(out, 'examples/simple')
const ours = 'examples/adopt/react-admin'
const run = (command: string, args: string[], cwd = app): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

mkdirSync(out, { recursive: true })
run(
  'git',
  ['-C', resolve(source), 'archive', '-o', join(out, 'app.tar'), commit, 'examples/simple'],
  out,
)
run('tar', ['-xf', 'app.tar'], out)

// Tiptap, below `ra-input-rich-text`, is not needed here: a plain field takes its place.
const path = join(app, 'package.json')
const manifest = JSON.parse(readFileSync(path, 'utf8')) as { dependencies: Record<string, string> }
delete manifest.dependencies['ra-input-rich-text']
for (const name of ['core', 'react', 'chat', 'devtools', 'testing']) {
  manifest.dependencies[`@ambit/${name}`] = `file:${resolve(`.reports/packed/${name}.tgz`)}`
}
manifest.dependencies['zod'] = '^4.0.0'
writeFileSync(path, JSON.stringify(manifest, null, 2))
const stub = "export { TextInput as RichTextInput } from 'react-admin'\n"
writeFileSync(join(app, 'src/rich-text.ts'), stub)
for (const file of ['src/posts/PostCreate.tsx', 'src/posts/PostEdit.tsx']) {
  edit(file, (text) => text.replaceAll("'ra-input-rich-text'", "'../rich-text'"))
}

cpSync(join(ours, 'assistant'), join(app, 'src/assistant'), { recursive: true })
interface Edit {
  readonly file: string
  readonly find: string
  readonly add: string
  readonly before?: boolean
}
for (const { file, find, add, before } of JSON.parse(
  readFileSync(join(ours, 'edits.json'), 'utf8'),
) as Edit[]) {
  edit(file, (text) => {
    if (!text.includes(find)) throw new Error(`${file} has no ${find}`)
    return text.replace(find, before ? `${add}\n${find}` : `${find}\n${add}`)
  })
}
run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'])
// The example has errors of its own with newer types of React: only ours count.
const types = spawnSync('npx', ['tsc', '--noEmit'], { cwd: app, encoding: 'utf8' }).stdout
if (/src\/assistant|@ambit|PostTools|Assistant/.test(types)) throw new Error(types)
run('npx', ['vite', 'build', '--logLevel=error'])

const server = await preview({
  root: app,
  configFile: false,
  logLevel: 'error',
  preview: { port: 0 },
})
const expect = playwrightExpect.configure({ timeout: 20_000 })
const executable = findBrowser()
const browser = await chromium.launch({
  args: browserFlags,
  ...(executable && { executablePath: executable }),
})
try {
  await drive(server.resolvedUrls?.local[0] ?? '')
  console.log('adopt: react-admin passed')
} finally {
  await browser.close()
  await server.close()
}

async function drive(url: string): Promise<void> {
  const page = await browser.newPage()
  try {
    await driveIn(page, url)
  } catch (error) {
    await page.screenshot({ path: join(out, 'failed.png') })
    throw error
  }
}

async function driveIn(page: Page, url: string): Promise<void> {
  const errors: string[] = []
  page.on('pageerror', (error) => void errors.push(String(error)))
  await page.goto(`${url}#/posts`)
  const all = page.getByText('1-10 of 13')
  await expect(all).toBeVisible()
  const say = async (text: string): Promise<void> => {
    await page.getByRole('textbox', { name: 'Message' }).fill(text)
    await page.keyboard.press('Enter')
  }
  await page.getByRole('button', { name: 'Open assistant' }).click()

  await say('Show the posts with omnis')
  await expect(page.getByText('These are the posts with “omnis”.')).toBeVisible()
  await expect(all).toHaveCount(0)

  await say('Delete post 11')
  await allow(page.getByRole('group', { name: 'Allow “Delete post”?' }), 'Allow once')
  await expect(page.getByText('Post 11 is gone.')).toBeVisible()
  await expect(page.getByRole('cell', { name: '11', exact: true })).toHaveCount(0)

  await say('Write a greeting')
  await expect(page.getByText('The form is filled in.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Hello')
  await expect(page.getByRole('textbox', { name: 'Teaser' })).toHaveValue('A greeting')
  expect(errors).toEqual([])
}

function edit(file: string, change: (text: string) => string): void {
  const name = join(app, file)
  if (!existsSync(name)) throw new Error(`${file} is not in react-admin at ${commit}.`)
  writeFileSync(name, change(readFileSync(name, 'utf8')))
}
