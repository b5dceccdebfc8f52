import { existsSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import ownManifest from '../package.json' with { type: 'json' }
import { Terminal } from '../test/terminal.ts'
import type { Prompts } from './run-cli.ts'
import { templateNames } from './template.ts'

const { version } = ownManifest

/** A user who answers with these, in the order of the questions. */
const answers = (...given: readonly (string | boolean)[]) => {
  const asked: string[] = []
  const next = (message: string): never => {
    asked.push(message)
    return given[asked.length - 1] as never
  }
  const prompts: Prompts = {
    text: async (message) => next(message),
    select: async (message) => next(message),
    confirm: async (message) => next(message),
  }
  return { prompts, asked }
}

describe('create', () => {
  it.each(templateNames)('makes an app from the example of %s', async (template) => {
    const terminal = new Terminal()
    expect(await terminal.run(`shop --template ${template}`, { userAgent: 'pnpm/12.0.0' })).toBe(0)

    const files = terminal.files('shop')
    const manifest = JSON.parse(files['package.json'] ?? '')
    expect(manifest).toMatchObject({ name: 'shop', dependencies: { ambit: `^${version}` } })
    for (const script of ['dev', 'build', 'start', 'test', 'types'])
      expect(manifest.scripts).toHaveProperty(script)
    const assistant = Object.keys(files).find((path) => path.endsWith('assistant.tsx')) ?? ''
    expect(files[assistant]).toContain('const model = createDemoModel()')
    expect(files[assistant]).toContain('notice={demoLabel}')
    expect(files[assistant]).toContain('defaultOpen={isOpen}')
    const page = Object.keys(files).find((path) => path.endsWith('/shopping-list.tsx')) ?? ''
    expect(files[page]?.startsWith("'use client'")).toBe(template === 'next')
    expect(files[page]).toContain("from './item-detail'")
    // The compiler needs it before a server has run.
    if (template === 'tanstack-start') expect(files).toHaveProperty(['src/routeTree.gen.ts'])
    for (const name of ['README.md', 'AGENTS.md']) {
      // Every path that the texts name is there.
      for (const [, path = ''] of (files[name] ?? '').matchAll(/`((?:src|app|vite)[^` ]+)`/g))
        expect(files, `${path} in ${name}`).toHaveProperty([path])
    }
    expect(Object.keys(files)).not.toContainEqual(expect.stringMatching(/node_modules|\.next|dist/))
    expect(terminal.output).toContain('  cd shop\n  pnpm install\n  pnpm dev\n')
  })

  it('asks for the folder and the framework, and for nothing that a flag says', async () => {
    const both = answers('shop', 'next')
    const terminal = new Terminal()
    expect(await terminal.run('', both)).toBe(0)
    expect(both.asked).toEqual(['In which folder?', 'With which framework?'])
    expect(existsSync(join(terminal.folder, 'shop/app/page.tsx'))).toBe(true)

    const none = answers()
    expect(await terminal.run('other --template vite --pm bun', none)).toBe(0)
    expect(await terminal.run('third --yes', none)).toBe(0)
    expect(none.asked).toEqual([])
    expect(terminal.files('third')).toHaveProperty(['vite.config.js'])
  })

  it('says the commands of the package manager that started it, or of the flag', async () => {
    const terminal = new Terminal()
    await terminal.run('a', { userAgent: 'bun/1.3.0 npm/? node/v24' })
    expect(terminal.output).toContain('bun install\n  bun run dev')
    await terminal.run('b --pm yarn', { userAgent: 'pnpm/12.0.0' })
    expect(terminal.output).toContain('yarn install\n  yarn dev')
    await terminal.run('c')
    expect(terminal.output).toContain('npm install\n  npm run dev')
    expect(terminal.read('c/README.md')).toContain('npm run dev')
  })

  it('takes an empty folder, also the one in which it runs, and a repository without files', async () => {
    const terminal = new Terminal({ 'my-app/.git/HEAD': 'ref: refs/heads/main\n' })
    expect(await terminal.run('.', { in: 'my-app' })).toBe(0)
    expect(terminal.read('my-app/.git/HEAD')).toBe('ref: refs/heads/main\n')
    expect(JSON.parse(terminal.read('my-app/package.json')).name).toBe('my-app')
    expect(terminal.output).not.toContain('  cd ')
  })

  it('makes the name of the package from that of the folder', async () => {
    const terminal = new Terminal({ 'My App/.gitkeep': '', 'My App/.DS_Store': '' })
    expect(await terminal.run('.', { in: 'My App' })).toBe(0)
    expect(JSON.parse(terminal.read('My App/package.json')).name).toBe('my-app')
    await terminal.run('_Größe_2')
    expect(JSON.parse(terminal.read('_Größe_2/package.json')).name).toBe('gr-e_2')
  })

  it('lets Yarn install a folder, which the compiler reads', async () => {
    const terminal = new Terminal()
    await terminal.run('shop --pm yarn')
    expect(terminal.read('shop/.yarnrc.yml')).toBe('nodeLinker: node-modules\n')
  })

  it.each([
    ['taken', 'is not empty (notes.txt)'],
    ['file.txt', 'is a file'],
    ['...', 'npm does not take "..."'],
    ['lost', 'lost is a link that leads nowhere'],
    ['node_modules', 'npm does not take "node_modules"'],
    ['new --template svelte', 'There is no template "svelte". The templates are vite, next'],
    ['new --pm deno', '"deno" is not a package manager known here'],
    ['new --tempalte vite', "Unknown option '--tempalte'"],
    ['new other', 'There is no command "new".'],
    ['init here', '`init` takes no name'],
    ['add page', '`add` adds a tool'],
    ['file.txt/new', 'could not be read or written (ENOTDIR). Nothing was written.'],
  ])('refuses `%s`, and writes nothing', async (line, sentence) => {
    const terminal = new Terminal({ 'taken/notes.txt': 'Mine.\n', 'file.txt': 'Mine too.\n' })
    symlinkSync('nothing', join(terminal.folder, 'lost'))
    const before = terminal.files()
    expect(await terminal.run(line)).toBe(1)
    expect(terminal.output).toContain(sentence)
    expect(terminal.files()).toEqual(before)
    expect(readdirSync(terminal.folder).toSorted()).toEqual(['file.txt', 'lost', 'taken'])
  })

  it('refuses before it asks', async () => {
    const { prompts, asked } = answers('shop', 'vite')
    const terminal = new Terminal({ 'taken/notes.txt': '' })
    expect(await terminal.run('taken', { prompts })).toBe(1)
    expect(asked).toEqual([])
  })
})
