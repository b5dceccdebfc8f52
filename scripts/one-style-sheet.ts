import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Returns a style sheet with the text of each imported one in place of its import, in the layer
 * that the import names. Otherwise a browser would request one after the other.
 */
export function oneStyleSheet(path: string): string {
  return readFileSync(path, 'utf8').replaceAll(
    /^@import '(.+?)'(?: layer\((.+)\))?;\n/gm,
    (_, part: string, layer?: string) => {
      const text = oneStyleSheet(join(dirname(path), part))
      return layer ? `@layer ${layer} {\n${text}}\n` : text
    },
  )
}
