import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { env } from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { preview } from 'vite'
import { browserFlags, findBrowser } from '../find-browser.ts'
import { type Adoption, editManifest } from './adoption.ts'
import { bulletproofReact } from './bulletproof-react.ts'
import { reactAdmin } from './react-admin.ts'

// Puts Ambit into applications that were there before, as the guides say, builds them from the
// packed packages and drives them. For each, a variable names a git folder with its source.
for (const adoption of [reactAdmin, bulletproofReact]) {
  const source = env[adoption.variable]
  if (source) await adopt(adoption, source)
  else {
    console.log(
      `adopt: ${adoption.name} skipped. Set ${adoption.variable} to a clone of it, after \`pnpm test build packages\`.`,
    )
  }
}

async function adopt(adoption: Adoption, source: string): Promise<void> {
  const { name, commit, folder, packages, dependencies, prepare, ours } = adoption
  const out = resolve('.reports/adopt', name)
  const app = join(out, folder)
  const run = (command: string, args: string[], cwd = app): string =>
    execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  const edit = (file: string, change: (text: string) => string): void => {
    const path = join(app, file)
    writeFileSync(path, change(existsSync(path) ? readFileSync(path, 'utf8') : ''))
  }

  rmSync(join(app, 'src'), { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  run('git', ['-C', resolve(source), 'archive', '-o', join(out, 'app.tar'), commit, folder], out)
  run('tar', ['-xf', 'app.tar'], out)
  // A lock can name a registry that not everybody reaches.
  rmSync(join(app, 'yarn.lock'), { force: true })
  prepare(edit)
  editManifest(edit, (manifest) => {
    for (const each of packages) {
      manifest.dependencies[each === 'ambit' ? each : `@ambit/${each}`] =
        `file:${resolve(`.reports/packed/${each}.tgz`)}`
    }
    Object.assign(manifest.dependencies, dependencies)
  })
  cpSync(join('examples/adopt', name, 'assistant'), join(app, 'src/assistant'), { recursive: true })
  for (const { file, find, add, before } of readEdits(name)) {
    edit(file, (text) => {
      if (!text.includes(find)) throw new Error(`${file} of ${name} at ${commit} has no ${find}`)
      const given = find.replace(/\n$/, '')
      return text.replace(given, before ? `${add}\n${given}` : `${given}\n${add}`)
    })
  }
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'])
  // An app can have errors of its own with newer types of React: only ours count.
  const types = spawnSync('npx', ['tsc', '--noEmit'], { cwd: app, encoding: 'utf8' }).stdout
  if (ours.test(types)) throw new Error(types)
  run('npx', ['vite', 'build', '--base=/', '--logLevel=error'])
  await drive(adoption, app, join(out, 'failed.png'))
  console.log(`adopt: ${name} passed`)
}

interface FileEdit {
  readonly file: string
  readonly find: string
  readonly add: string
  readonly before?: boolean
}

function readEdits(name: string): FileEdit[] {
  const text = readFileSync(join('examples/adopt', name, 'edits.json'), 'utf8')
  return JSON.parse(text) as FileEdit[]
}

/** Rejects after three minutes: a card that waits for a user waits for ever. */
async function failLater(): Promise<never> {
  await setTimeout(180_000, undefined, { ref: false })
  throw new Error('The story took longer than three minutes.')
}

/** Serves the built app and plays the user. Leaves a picture of the page if that fails. */
async function drive(adoption: Adoption, app: string, picture: string): Promise<void> {
  const server = await preview({
    root: app,
    configFile: false,
    logLevel: 'error',
    preview: { port: 0 },
  })
  const executable = findBrowser()
  const browser = await chromium.launch({
    args: browserFlags,
    ...(executable && { executablePath: executable }),
  })
  try {
    const page = await browser.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => void errors.push(String(error)))
    try {
      const url = server.resolvedUrls?.local[0] ?? ''
      await Promise.race([adoption.drive(page, url), failLater()])
      if (errors.length > 0) throw new Error(errors.join('\n'))
    } catch (error) {
      await page.screenshot({ path: picture })
      throw error
    }
  } finally {
    await browser.close()
    await server.close()
  }
}
