import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A style sheet with the text of each that it imports in its place: a browser would ask for one after the other. */
export function oneStyleSheet(path: string): string {
  return readFileSync(path, 'utf8').replaceAll(/^@import '(.+)';\n/gm, (_, part: string) =>
    oneStyleSheet(join(dirname(path), part)),
  )
}
