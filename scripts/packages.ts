import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

type Target = string | { 'ambit-source'?: string; default: string }

/** A published package: its folder, and the source file of each of its entries. */
export interface Package {
  name: string
  folder: string
  /** The source file, relative to `folder`, for each import path (`@ambit/core/wire`). */
  entries: Map<string, string>
}

/** Returns every package under `packages/`, with its entries from the `exports` of its manifest. */
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
