import { basename, extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, defaultClientConditions, type Rolldown } from 'vite'

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' }

const page =
  '<!doctype html><title>Page</title><link rel="stylesheet" href="/page.css"><div id="root"></div><script type="module" src="/page.js"></script>'

/** Returns the file of a path, or the page that `page.tsx` was built for, with the media type. */
export function readPage(
  files: ReadonlyMap<string, string>,
  path: string,
): { readonly text: string; readonly type: string } {
  const file = files.get(path)
  const type = file === undefined ? undefined : types[extname(path)]
  return { text: file ?? page, type: type ?? 'text/html' }
}

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
