import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, defaultClientConditions, type Rolldown } from 'vite'

/**
 * Builds a page from `src`, as for production.
 *
 * @param entry The path of its first file, below `e2e`.
 * @returns The texts of its files by their paths. The script has the name of the entry.
 */
export async function buildPage(entry: string): Promise<Map<string, string>> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    resolve: { conditions: ['ambit-source', ...defaultClientConditions] },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: fileURLToPath(new URL(`../${entry}`, import.meta.url)),
        formats: ['es'],
        fileName: basename(entry).replace(/\..*/, ''),
        cssFileName: 'page',
      },
    },
  })
  const [built] = output as Rolldown.RolldownOutput[]
  return new Map(
    built?.output.map((file) => [
      `/${file.fileName}`,
      file.type === 'chunk' ? file.code : String(file.source),
    ]),
  )
}
