import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly exports: Readonly<Record<string, Target>>
  readonly sideEffects?: false | readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, object>>
}

type Target = string | { 'ambit-source'?: string; default: string }

/** A package: its folder, and the source file of each of its entries. */
export interface Package {
  name: string
  folder: string
  /** Whether the build copies it into another package, and nobody installs it. */
  isPrivate: boolean
  /** The source file, relative to `folder`, for each import path (`ambit/react/query`). */
  entries: Map<string, string>
}

/** Returns every package under `packages/`, with its entries from the `exports` of its manifest. */
export function packages(root: string = '.'): Package[] {
  return globSync('packages/*/package.json', { cwd: root })
    .toSorted()
    .map((path) => {
      const { name, exports, private: isPrivate = false } = readManifest(join(root, dirname(path)))
      const entries = Object.entries(exports).flatMap(([subpath, target]) => {
        const source = typeof target === 'object' ? target['ambit-source'] : undefined
        return source?.match(/\.tsx?$/) ? [[name + subpath.slice(1), source] as const] : []
      })
      return { name, folder: dirname(path), isPrivate, entries: new Map(entries) }
    })
}

/**
 * Returns the module of a package that has a name, for a name that an entry of it exports. It is
 * relative to the entry, without its ending: `agent` for `createAgent` of `@ambit/core`.
 */
export function moduleOf(path: string, name: string): string {
  const found = packages().find(({ entries }) => entries.has(path))
  const source = readFileSync(join(found?.folder ?? '', found?.entries.get(path) ?? ''), 'utf8')
  for (const [, list = '', from = ''] of source.matchAll(
    /^export (?:\* as )?(.+?) from '([^']+)'$/gms,
  ))
    if (new RegExp(`\\b${name}\\b`).test(list)) return from.replace(/^(?:\.{1,2}\/)+|\.tsx?$/g, '')
  return ''
}

/**
 * Returns the packages that a user installs, with the entries that are promised: all but
 * `ambit/internal`.
 */
export const publicPackages = (root: string = '.'): Package[] =>
  packages(root)
    .filter(({ isPrivate }) => !isPrivate)
    .map((one) => ({
      ...one,
      entries: new Map([...one.entries].filter(([path]) => !path.startsWith('ambit/internal'))),
    }))

/** Reads the manifest of a package in its folder. */
export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** Returns the names that an entry exports, from its text. Entries only re-export other files. */
export function exportsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  if (/^export (?!\{|type \{|\* as )/m.test(text))
    throw new Error(`${file} declares what it exports.`)
  const lists = text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)
  const namespaces = [...text.matchAll(/^export \* as (\w+)/gm)].map(([, name = '']) => name)
  const names = [...lists].flatMap(([, list = '']) =>
    list.split(',').flatMap((name) => /(\w+)\s*$/.exec(name)?.[1] ?? []),
  )
  return [...namespaces, ...names]
}
