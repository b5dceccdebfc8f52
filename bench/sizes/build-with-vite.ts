import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ambit } from '@ambit/proxy/vite'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'
import { type Built, checkModules, toHtml, withImports } from './built.ts'

/** Builds a page as `vite build` does by default, with the plugins of React and of Ambit. */
export const buildWithVite = (entry: string, folder: string): Promise<Built> =>
  buildPage(entry, folder, [ambit()])

/** Builds a page as `vite build` does by default, with the plugin of React alone. */
export const buildWithoutPlugin = (entry: string, folder: string): Promise<Built> =>
  buildPage(entry, folder, [])

async function buildPage(
  entry: string,
  folder: string,
  plugins: readonly Plugin[],
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
    build: { outDir, emptyOutDir: true },
  })) as Rolldown.RolldownOutput
  const chunks = output.filter((file) => file.type === 'chunk')
  checkModules(chunks.flatMap(({ moduleIds }) => moduleIds))
  const html = readFileSync(join(outDir, 'index.html'), 'utf8')
  const linked = [...html.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, file = '']) => file)
  return {
    folder: outDir,
    firstLoad: withImports(
      linked,
      (file) => chunks.find(({ fileName }) => fileName === file)?.imports ?? [],
    ),
    all: output.map(({ fileName }) => fileName).filter((file) => !file.endsWith('.html')),
  }
}
