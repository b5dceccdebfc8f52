import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

type Target = string | { 'ambit-source'?: string; default: string }

/** A package that is published: where it is, and the source file of each of its entries. */
export interface Package {
  name: string
  folder: string
  /** From the import path (`@ambit/core/wire`) to the source file, relative to `folder`. */
  entries: Map<string, string>
}

/** Every package under `packages/`, its entries read from the `exports` of its manifest. */
export function packages(root: string = '.'): Package[] {
  return globSync('packages/*/package.json', { cwd: root })
    .toSorted()
    .map((path) => {
      const { name, exports }: { name: string; exports: Record<string, Target> } = JSON.parse(
        readFileSync(join(root, path), 'utf8'),
      )
      const entries = Object.entries(exports).flatMap(([subpath, target]) => {
        const source = typeof target === 'object' ? target['ambit-source'] : undefined
        return source?.match(/\.tsx?$/) ? [[name + subpath.slice(1), source] as const] : []
      })
      return { name, folder: dirname(path), entries: new Map(entries) }
    })
}
