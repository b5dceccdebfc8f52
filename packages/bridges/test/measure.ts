import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Rolldown, build } from 'vite'

/**
 * Returns the bytes, gzip, that a page loads at first for a file of `src`. Core is not counted,
 * except for its wire, which a page may load for this file alone.
 */
export async function measure(file: string): Promise<number> {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['ambit-source', 'module', 'browser'] },
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: join(import.meta.dirname, '../src', file),
        formats: ['es'],
        fileName: 'entry',
      },
      // For a library, only this option of the bundler removes whitespace.
      rolldownOptions: { external: ['@ambit/core'], output: { minify: true } },
    },
  })
  const [built] = output as Rolldown.RolldownOutput[]
  const chunks = built?.output.filter((file) => file.type === 'chunk') ?? []
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const loaded = new Set<string>()
  const load = (file: string): void => {
    if (loaded.has(file)) return
    loaded.add(file)
    byName.get(file)?.imports.forEach(load)
  }
  for (const chunk of chunks) if (chunk.isEntry) load(chunk.fileName)
  const code = chunks.filter(({ fileName }) => loaded.has(fileName)).map((chunk) => chunk.code)
  return gzipSync(code.join(''), { level: 9 }).length
}
