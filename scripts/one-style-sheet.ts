import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Returns a style sheet with the text of each imported one in place of its import. Otherwise a
 * browser would request one after the other.
 */
export function oneStyleSheet(path: string): string {
  return readFileSync(path, 'utf8').replaceAll(/^@import '(.+)';\n/gm, (_, part: string) =>
    oneStyleSheet(join(dirname(path), part)),
  )
}
