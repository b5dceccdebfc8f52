import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ambit } from '@ambit/proxy/vite'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'
import { type BuildPage, type Built, checkModules, toHtml, withImports } from './built.ts'

/** Builds a page as `vite build` does by default, with the plugins of React and of Ambit. */
export const buildWithVite: BuildPage = (entry, folder, external) =>
  buildPage(entry, folder, [ambit()], external)

/** Builds a page as `vite build` does by default, with the plugin of React alone. */
export const buildWithoutPlugin: BuildPage = (entry, folder, external) =>
  buildPage(entry, folder, [], external)

async function buildPage(
  entry: string,
  folder: string,
  plugins: readonly Plugin[],
  external: readonly string[] = [],
): Promise<Built> {
  const root = join(folder, 'root')
  const outDir = join(folder, 'dist')
  mkdirSync(root, { recursive: true })
  writeFileSync(join(root, 'index.html'), toHtml(relative(root, entry)))
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react(), ...plugins],
    build: { outDir, emptyOutDir: true, rolldownOptions: { external: [...external] } },
  })) as Rolldown.RolldownOutput
  const chunks = output.filter((file) => file.type === 'chunk')
  checkModules(chunks.flatMap(({ moduleIds }) => moduleIds))
  const html = readFileSync(join(outDir, 'index.html'), 'utf8')
  const linked = [...html.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, file = '']) => file)
  const names = new Set(chunks.map(({ fileName }) => fileName))
  const importsOf = (file: string): string[] =>
    (chunks.find(({ fileName }) => fileName === file)?.imports ?? []).filter((one) =>
      names.has(one),
    )
  return {
    folder: outDir,
    // Without what is external.
    firstLoad: withImports(linked, importsOf),
    all: output.map(({ fileName }) => fileName).filter((file) => !file.endsWith('.html')),
  }
}
