import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { type Package, publicPackages } from '../../scripts/packages.ts'
import { buildForNode, buildWithEsbuild } from './build-with-esbuild.ts'
import { buildWithoutPlugin, buildWithVite } from './build-with-vite.ts'
import { type Built, weigh, type Weight } from './built.ts'
import { loadPage, type Step } from './load-page.ts'

/** The size of something that a page or a server loads. */
export interface Size extends Weight {
  readonly what: string
  readonly bundler: Bundler
}

/** `Vite` builds with the plugin of `@ambit/proxy/vite`, `Vite alone` without. */
export type Bundler = 'Vite' | 'Vite alone' | 'esbuild'

const builders = {
  Vite: buildWithVite,
  'Vite alone': buildWithoutPlugin,
  esbuild: buildWithEsbuild,
} as const
const reports = join(import.meta.dirname, '../../.reports/sizes')

/**
 * Builds pages from the `dist` folders of the packages, opens them in a browser, and weighs the
 * files that they load. The size of a page is the difference to the same page without an agent. A
 * first load is all that is loaded until the page rests and nothing was pressed.
 */
export async function measureSizes(browser: Browser): Promise<readonly Size[]> {
  const sizes: Size[] = []
  for (const bundler of ['Vite', 'Vite alone', 'esbuild'] as const) {
    for (const [what, weight] of await measurePages(browser, bundler)) {
      sizes.push({ what, bundler, ...weight })
    }
  }
  for (const [what, weight] of await measureServers()) {
    sizes.push({ what, bundler: 'esbuild', ...weight })
  }
  return sizes
}

async function measurePages(browser: Browser, bundler: Bundler): Promise<Map<string, Weight>> {
  const build = (name: string): Promise<Built> =>
    builders[bundler](
      join(import.meta.dirname, 'pages', name),
      join(reports, bundler, name.split('.')[0] ?? name),
    )
  const base = await build('react.tsx')
  const hooks = await build('hooks.tsx')
  const sandbox = await build('sandbox.tsx')
  const scope = await build('scope.tsx')
  const state = await build('agent-state.tsx')
  const undo = await build('undo-stack.tsx')
  const widget = await build('widget.tsx')
  const about = await build('ask-about.tsx')
  const parts = await build('parts.tsx')
  const storage = await build('storage.tsx')
  const alone = weigh(base, base.all)
  const rest = async (page: Built): Promise<Weight> =>
    (await loadPage(browser, page, []))[0] ?? alone
  const [first = alone, asked] = await loadPage(browser, hooks, [ask])
  const [closed, opened, answered] = await loadPage(browser, widget, [openChat, askInChat])
  const [closedStored] = await loadPage(browser, storage, [])
  const over = (weight: Weight | undefined): Weight => more(weight ?? alone, alone)
  return new Map([
    ['the hooks, first load', over(first)],
    ['the hooks, after a message', over(asked)],
    ['the sandbox, beside the hooks', more(await rest(sandbox), first)],
    ['useAgentState, beside useTool and useScope', more(await rest(state), await rest(scope))],
    ['useUndoStack, beside useTool and useScope', more(await rest(undo), await rest(scope))],
    ['AskAbout, beside the widget', more(weigh(about, about.all), weigh(widget, widget.all))],
    ['the widget, closed', over(closed)],
    ['four parts of the widget, with all they can load', over(weigh(parts, parts.all))],
    ['the widget with a storage, closed', over(closedStored)],
    ['the widget, opened', over(opened)],
    ['the widget, after a call and an answer', over(answered)],
    ['the widget, everything it can load', over(weigh(widget, widget.all))],
    ...(await measurePaths(bundler)),
  ])
}

/**
 * Weighs each path of `ambit`, all that it exports, without React. The converters of schemas are
 * left out, as they need third-party libraries. So is `eager`, which only changes when code is
 * loaded.
 */
async function measurePaths(bundler: Bundler): Promise<[what: string, weight: Weight][]> {
  const sizes: [string, Weight][] = []
  for (const path of findPackage('ambit').entries.keys()) {
    if (path.includes('/schema/') || path.endsWith('/eager')) continue
    const name = path.replaceAll('/', '-')
    const page = join(reports, `${name}.js`)
    mkdirSync(reports, { recursive: true })
    writeFileSync(page, `import * as all from '${path}'\nglobalThis.kept = { ...all }\n`)
    const built = await builders[bundler](page, join(reports, bundler, name), react)
    const late = lateOnes.includes(path) ? ', with its late code' : ''
    sizes.push([`everything ${path} exports${late}`, weigh(built, built.all)])
    if (late) sizes.push([`everything ${path} exports, at once`, weigh(built, built.firstLoad)])
  }
  return sizes
}

/** The paths whose code comes with its first use. */
const lateOnes = ['ambit/demo', 'ambit/page-tools', 'ambit/storage']

/** What the page has by itself. */
const react = ['react', 'react/jsx-runtime', 'react-dom']

/** Returns the difference of two weights. */
const more = (page: Weight, than: Weight): Weight => ({
  bytes: page.bytes - than.bytes,
  files: page.files - than.files,
})

const ask: Step = async (page) => {
  await page.getByRole('button', { name: 'Ada' }).click()
  await answered(page)
}

const openChat: Step = async (page) => {
  await page.getByRole('button', { name: 'Open assistant' }).click()
  await page.getByRole('textbox').waitFor()
}

const askInChat: Step = async (page) => {
  await page.getByRole('textbox').fill('Invite Grace.')
  await page.keyboard.press('Enter')
  await answered(page)
}

/** Waits until the tool was called and the answer to that is shown. */
async function answered(page: Page): Promise<void> {
  await page.getByText('Ada, Grace').waitFor()
  await page.getByText('Now there are two').last().waitFor()
}

function findPackage(name: string): Package {
  const found = publicPackages().find((one) => one.name === name)
  if (!found) throw new Error(`There is no package ${name}.`)
  return found
}

/** Weighs the entries of the proxy, without the third-party packages that they need. */
async function measureServers(): Promise<Map<string, Weight>> {
  const proxy = findPackage('@ambit/proxy')
  const { dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(proxy.folder, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'peerDependencies', Record<string, string>>
  const others = Object.keys({ ...dependencies, ...peerDependencies }).filter(
    (dependency) => !dependency.startsWith('@ambit/'),
  )
  const build = (contents: string, folder: string): Promise<Built> =>
    buildForNode(contents, join(reports, 'Node', folder), others)
  const alone = await build(`export { createProxy } from '${proxy.name}'`, 'create-proxy')
  const sizes = new Map([
    ['createProxy, first load', weigh(alone, alone.firstLoad)],
    ['createProxy, everything it can load', weigh(alone, alone.all)],
  ])
  for (const entry of proxy.entries.keys()) {
    const built = await build(`export * from '${entry}'`, entry.replaceAll('/', '-'))
    sizes.set(`everything ${entry} exports`, weigh(built, built.all))
  }
  return sizes
}
