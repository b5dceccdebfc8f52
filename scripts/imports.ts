import { posix } from 'node:path'
import { parseSync } from 'vite'

/** One import of a source file by another. */
export interface Import {
  readonly from: string
  readonly to: string
  /** Whether the import is gone once types are stripped. */
  readonly isType: boolean
}

/** The file for each import path of the packages, such as `@ambit/core/wire`. */
export type Entries = ReadonlyMap<string, string>

/**
 * Lists what a file imports and re-exports from files of the repository, `import()` included.
 * Imports of other packages, and `import()` of anything but a literal, are left out.
 *
 * @throws when the file cannot be parsed.
 */
export function importsOf(from: string, source: string, entries: Entries = new Map()): Import[] {
  const parsed = parseSync(from, source)
  const { module, errors } = parsed
  if (errors[0]) throw new Error(`${from} cannot be parsed: ${errors[0].message}`)
  const { staticImports, staticExports, dynamicImports } = module
  const found = [
    ...staticImports.map(({ start, moduleRequest }) => [start, moduleRequest.value] as const),
    ...staticExports.flatMap(({ start, entries: [first] }) =>
      first?.moduleRequest ? [[start, first.moduleRequest.value] as const] : [],
    ),
  ].map(([start, path]) => ({ path, isType: /^\w+\s+type\b/.test(source.slice(start)) }))
  for (const { moduleRequest } of dynamicImports) {
    const [, path] =
      /^['"`]([^$]*)['"`]$/.exec(source.slice(moduleRequest.start, moduleRequest.end)) ?? []
    if (path !== undefined) found.push({ path, isType: false })
  }
  // Reading the whole tree is slow, and few files have such types.
  if (source.includes('import(')) {
    for (const path of importTypes(parsed.program)) found.push({ path, isType: true })
  }
  return found.flatMap(({ path, isType }) => {
    const to = path.startsWith('.') ? posix.join(posix.dirname(from), path) : entries.get(path)
    return to === undefined ? [] : [{ from, to, isType }]
  })
}

/** Returns the paths of types such as `import('./run.ts').Run`. */
function importTypes(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const below = Object.values(node).flatMap(importTypes)
  if (!('type' in node && node.type === 'TSImportType' && 'source' in node)) return below
  const { value } = node.source as { value: string }
  return [value, ...below]
}

/** Returns cycles of values among files: a shortest one for each group that has any. */
export function findCycles(imports: readonly Import[]): string[][] {
  const values = imports.filter(({ isType }) => !isType)
  const next = new Map(
    [...Map.groupBy(values, ({ from }) => from)].map(([from, all]) => [
      from,
      [...new Set(all.map(({ to }) => to))].toSorted(),
    ]),
  )
  const seen = new Set<string>()
  return [...next.keys()].toSorted().flatMap((file) => {
    if (seen.has(file)) return []
    const cycle = cycleFrom(file, next)
    for (const one of cycle) seen.add(one)
    return cycle.length > 0 ? [cycle] : []
  })
}

/** Returns a shortest way from a file back to itself; nothing if there is none. */
function cycleFrom(start: string, next: ReadonlyMap<string, readonly string[]>): string[] {
  const before = new Map<string, string>()
  const waiting = [start]
  for (const file of waiting) {
    for (const to of next.get(file) ?? []) {
      if (to === start) return wayTo(file, before)
      if (before.has(to)) continue
      before.set(to, file)
      waiting.push(to)
    }
  }
  return []
}

function wayTo(file: string, before: ReadonlyMap<string, string>): string[] {
  const previous = before.get(file)
  return previous === undefined ? [file] : [...wayTo(previous, before), file]
}

const core = 'packages/core/src/'
const features = `${core}features/`
const isTest = /\.(?:test|test-d|page|run)\.|under-test|\/test\//

/** The files that put the kernel and its features together. */
const roots = new Set(['index.ts', 'eager.ts', 'load-engine.ts'].map((name) => core + name))

/** Returns the imports of a feature of core by a file of its kernel, tests left out. */
export const featureImports = (imports: readonly Import[]): Import[] =>
  imports.filter(
    ({ from, to }) =>
      from.startsWith(core) &&
      !from.startsWith(features) &&
      !roots.has(from) &&
      !isTest.test(from) &&
      to.startsWith(features),
  )
