import { dirname, join } from 'node:path'
import { transform } from 'esbuild'
import type { UserConfig } from 'tsdown'
import { oneStyleSheet } from './one-style-sheet.ts'

const query = /\.css\?inline$/

/**
 * Returns a plugin that makes a module of each style sheet which is imported with `?inline`, as
 * Vite does. It exports the text, without comments and without spaces.
 */
export function inlineStyles(): NonNullable<UserConfig['plugins']> {
  return {
    name: 'inline-styles',
    // The name is that of the built file.
    resolveId: (source, importer) =>
      importer !== undefined && query.test(source)
        ? join(dirname(importer), source.replace(query, '.css.ts'))
        : null,
    async load(id) {
      if (!id.endsWith('.css.ts')) return null
      const sheet = oneStyleSheet(id.replace(/\.ts$/, ''))
      const { code } = await transform(sheet, { loader: 'css', minify: true })
      return `export default ${JSON.stringify(code.trim())}`
    },
  }
}
