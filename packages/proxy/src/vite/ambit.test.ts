import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build, type Rolldown, type UserConfig } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ambit } from './ambit.ts'
import { ambitProxy } from './ambit-proxy.ts'

// A package that loads what it needs as `ambit` does, where pnpm puts it. `keep` stays in the
// output, by which a test finds the chunk of a module.
const keep = (name: string): string =>
  `export const ${name} = (it) => it ?? console.log('<${name}>')`
const store = 'node_modules/.pnpm/all@1/node_modules'
const files: Record<string, string> = {
  'core/index.js': `export * from './exports/agent.js'\nexport * from './exports/extra.js'`,
  'core/exports/agent.js': `export { agent } from '../agent.js'`,
  'core/exports/extra.js': `import { extra } from '../extra.js'\nexport { extra, extra as more }`,
  'core/agent.js': `import { shared } from './shared.js'\nimport { library } from 'library'\n${keep('agent')}
    globalThis.ambit = [shared, library, () => import('./engine/engine.js'), () => import('./session-keeper.js')]`,
  'core/shared.js': keep('shared'),
  'core/extra.js': keep('extra'),
  'core/helper.js': keep('helper'),
  'protocol/index.js': `export { wire } from './wire.js'`,
  'protocol/wire.js': keep('wire'),
  'core/engine/engine.js': `import { shared } from '../shared.js'\nimport { wire } from 'ambit/protocol'\nimport { helper } from '../helper.js'\nimport { extra } from '../extra.js'\n${keep('engine')}\nglobalThis.engine = [engine, shared, helper, extra, wire]`,
  'core/session-keeper.js': `import { helper } from './helper.js'\n${keep('keeper')}\nglobalThis.keeper = [keeper, helper]`,
  'react/index.js': `export { hook } from './hook.js'`,
  'react/hook.js': `${keep('hook')}\nglobalThis.hook = () => import('./late-chunk.js')`,
  'react/late-chunk.js': keep('settling'),
  'chat/index.js': `'use client'\nimport { Copilot } from './copilot.js'\nimport { Part } from './part.js'\nexport { Copilot, Part }`,
  'chat/copilot.js': `import { hook } from 'ambit/react'\n${keep('Copilot')}\nglobalThis.open = [hook, () => import('./panel-chunk.js')]`,
  'chat/part.js': keep('Part'),
  'chat/panel-chunk.js': `import { Part } from './part.js'\nimport { more } from 'ambit/core'\n${keep('panel')}
    globalThis.panel = [Part, more, () => import('./parts-chunk.js'), () => import('./transcript-chunk.js')]`,
  'chat/transcript-chunk.js': `import { card } from './card.js'\n${keep('transcript')}\nglobalThis.transcript = [transcript, card, () => import('./rich-markdown.js')]`,
  'chat/card.js': keep('card'),
  'chat/parts-chunk.js': `import { anchor } from './anchor.js'\nimport { card } from './card.js'\n${keep('parts')}\nglobalThis.parts = [parts, anchor, card]`,
  'chat/rich-markdown.js': `import { anchor } from './anchor.js'\nimport { card } from './card.js'\n${keep('markdown')}\nglobalThis.markdown = [markdown, anchor, card]`,
  'chat/anchor.js': keep('anchor'),
}

const root = mkdtempSync(join(tmpdir(), 'ambit-vite-'))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

beforeAll(() => {
  for (const [path, text] of Object.entries(files)) {
    const [name = '', ...rest] = path.split('/')
    write(`${store}/ambit/dist/inner/${name}/${rest.join('/')}`, text)
  }
  const exports = { './*': './dist/inner/*/index.js' }
  write(
    `${store}/ambit/package.json`,
    JSON.stringify({ name: 'ambit', sideEffects: false, exports }),
  )
  write(`${store}/library/index.js`, keep('library'))
  write(`${store}/library/package.json`, JSON.stringify({ name: 'library', main: 'index.js' }))
})
afterAll(() => rmSync(root, { recursive: true }))

const page = `import { agent } from 'ambit/core'\nimport { Copilot } from 'ambit/chat'\nglobalThis.page = [agent, Copilot]`

/** Builds a page, and returns the modules of each chunk, by the names that they keep. */
async function chunksOf(
  entries: Readonly<Record<string, string>>,
  config: UserConfig = {},
  plugin = ambit(),
): Promise<Record<string, string>> {
  for (const [name, text] of Object.entries(entries)) write(`${store}/${name}.js`, text)
  const input = Object.keys(entries).filter((name) => !name.startsWith('route'))
  const { output } = (await build({
    root: join(root, store),
    configFile: false,
    logLevel: 'error',
    plugins: [plugin],
    ...config,
    build: {
      write: false,
      modulePreload: false,
      ...config.build,
      rolldownOptions: {
        input: input.map((name) => join(root, store, `${name}.js`)),
        ...config.build?.rolldownOptions,
      },
    },
  })) as Rolldown.RolldownOutput
  const chunks = output.filter((file) => file.type === 'chunk')
  return Object.fromEntries(
    chunks.map(({ name, code }) => [
      name,
      [...code.matchAll(/<(\w+)>/g)]
        .map(([, kept]) => kept)
        .toSorted((a = '', b = '') => (a < b ? -1 : 1))
        .join(' '),
    ]),
  )
}

const late = {
  'ambit-shared': 'helper',
  'ambit-engine': 'engine extra wire',
  'ambit-run': 'settling',
  'ambit-panel': 'Part anchor panel',
  'ambit-transcript': 'card transcript',
  'ambit-parts': 'parts',
  'ambit-markdown': 'markdown',
  'ambit-sessions': 'keeper',
}

describe('ambit', () => {
  it.each([
    ['ambit', ambit()],
    ['ambitProxy', ambitProxy()],
  ])('%s puts what a page loads at one moment into one file', async (_, plugin) => {
    expect(await chunksOf({ page }, {}, plugin)).toMatchObject({
      ambit: 'Copilot agent hook library shared',
      ...late,
    })
  })

  it('does so for a part of the page that is loaded late, whose own modules stay with the page', async () => {
    const entries = { page: `import('./route.js')`, route: page }
    expect(await chunksOf(entries)).toMatchObject({
      ambit: 'Copilot agent hook library shared',
      ...late,
    })
  })

  it('takes no library away from a page that has no Ambit', async () => {
    const other = `import { library } from 'library'\nglobalThis.other = library`
    const { ambit: first } = await chunksOf({ page, other })
    expect(first).toBe('Copilot agent hook shared')
  })

  it('leaves a module of a late stage to the part of the page that imports it', async () => {
    const route = `import { Part } from 'ambit/chat'\nglobalThis.route = Part`
    const chunks = await chunksOf({
      page: `${page}\nglobalThis.go = () => import('./route.js')`,
      route,
    })
    expect(chunks['ambit-panel']).toBe('anchor panel')
    expect(chunks['ambit']).not.toContain('Part')
  })

  it('keeps the groups of the app, of which those with a priority above 1 come first', async () => {
    const groups = [
      { name: 'vendor', test: /node_modules/ },
      { name: 'mine', test: /hook\.js/, priority: 2, includeDependenciesRecursively: false },
    ]
    const output = { codeSplitting: { groups } }
    const chunks = await chunksOf({ page }, { build: { rolldownOptions: { output } } })
    expect(chunks).toMatchObject({ ...late, ambit: 'Copilot agent library shared', mine: 'hook' })
  })

  it('keeps the app’s `manualChunks`, and an output in one file', async () => {
    const entries = {
      page: `${page}\nimport './route-own.js'`,
      'route-own': `console.log('<own>')`,
    }
    const manualChunks = (id: string): string | null => (id.includes('route-own') ? 'mine' : null)
    const output = { manualChunks }
    const chunks = await chunksOf(entries, { build: { rolldownOptions: { output } } })
    expect(chunks).toMatchObject({ ...late, mine: 'own' })
    const one = { codeSplitting: false }
    const whole = await chunksOf({ page }, { build: { rolldownOptions: { output: one } } })
    expect(Object.keys(whole)).toEqual(['page'])
  })

  it('leaves the build for a server alone', async () => {
    const config: UserConfig = { ssr: { noExternal: true }, build: { ssr: true } }
    const chunks = await chunksOf({ page }, config)
    expect(Object.keys(chunks).filter((name) => name.startsWith('ambit'))).toEqual([])
    expect(Object.values(chunks).join(' ')).toContain('engine')
  })
})
