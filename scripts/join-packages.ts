// The reasons: decisions/0084.
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, matchesGlob, posix, relative } from 'node:path'
import { type Package, packages, readManifest } from './packages.ts'

const inner = packages().filter(({ isPrivate }) => isPrivate)
const names = inner.map(({ name }) => name)

/** The private packages that a published one takes into its own `dist`. The others take none. */
export const takenBy: Readonly<Record<string, readonly string[]>> = {
  ambit: names,
  '@ambit/proxy': ['@ambit/protocol'],
}

/** The name of a private package. */
export const innerName: RegExp = new RegExp(`(?:${names.join('|')})\\b`, 'g')

/** An import path of a private package, in quotes. */
const innerPath = new RegExp(`(["'])(${innerName.source}(?:/[\\w-]+)*)\\1`, 'g')

/** Returns the path of `ambit` under which other published packages have one of a private one. */
function internalPath(path: string): string {
  if (path === '@ambit/core/eager') return 'ambit/eager'
  const internal = path.startsWith('@ambit/react') ? 'internal/react' : 'internal'
  const file = `packages/ambit/src/${internal}.ts`
  if (!readFileSync(file, 'utf8').includes(`'${path}'`))
    throw new Error(`${file} lacks ${path}, which a published package imports.`)
  return `ambit/${internal}`
}

/** Returns declarations with the paths of `ambit` in place of those of private packages. */
export const withInternalPaths = (text: string): string =>
  text.replaceAll(innerPath, (_, quote: string, path: string) => quote + internalPath(path) + quote)

/**
 * Makes whole packages of the built ones. The private packages go, file by file, into the `dist` of
 * those that take them. Every path of a private package in a built file becomes a relative one, or
 * leads to `ambit/internal`.
 *
 * @throws if a package lacks a dependency or a side effect of what it takes, or names a path that
 * nobody has.
 */
export function joinPackages(): void {
  for (const one of packages().filter(({ isPrivate }) => !isPrivate)) {
    const taken = inner.filter(({ name }) => takenBy[one.name]?.includes(name))
    for (const each of taken) take(each, one)
    const files = globSync('dist/**/*.{js,d.ts}', { cwd: one.folder })
    for (const file of files) rewrite(one, file, taken)
  }
}

/** The folder of a private package in the one that takes it. */
const placeOf = ({ folder }: Package): string => `dist/inner/${basename(folder)}`

/** Copies the built files of a private package, and looks whether the other one has its needs. */
function take(one: Package, taker: Package): void {
  const [from, to] = [readManifest(one.folder), readManifest(taker.folder)]
  cpSync(join(one.folder, 'dist'), join(taker.folder, placeOf(one)), {
    recursive: true,
    filter: (file) => !file.endsWith('.css'),
  })
  for (const kind of ['dependencies', 'peerDependencies', 'peerDependenciesMeta'] as const) {
    const lost = Object.entries(from[kind] ?? {}).filter(
      ([name, what]) =>
        !names.includes(name) && JSON.stringify(to[kind]?.[name]) !== JSON.stringify(what),
    )
    if (lost.length) throw new Error(`${kind} of ${taker.name} lack ${JSON.stringify(lost)}.`)
  }
  const [effects, own] = [from, to].map(({ sideEffects }) => sideEffects || [])
  for (const file of globSync([...(effects ?? [])], { cwd: one.folder })) {
    if (!file.startsWith('dist/') || file.endsWith('.css')) continue
    const path = `./${placeOf(one)}${file.slice('dist'.length)}`
    if (!own?.some((pattern) => matchesGlob(path, pattern)))
      throw new Error(`sideEffects of ${taker.name} lack ${path}.`)
  }
}

/** Rewrites the paths of private packages in a built file. */
function rewrite({ name, folder }: Package, file: string, taken: readonly Package[]): void {
  const text = readFileSync(join(folder, file), 'utf8')
  const whole = text.replaceAll(innerPath, (_, quote: string, path: string) => {
    const owner = inner.find(({ entries }) => entries.has(path))
    if (!owner) throw new Error(`${name}: ${file} imports ${path}, which is nowhere.`)
    if (!taken.includes(owner)) return quote + internalPath(path) + quote
    const built = owner.entries.get(path)?.replace(/^\.\/src\/(.+)\.tsx?$/, '$1.js') ?? ''
    const way = relative(dirname(file), posix.join(placeOf(owner), built))
    return quote + way.replace(/^(?!\.)/, './') + quote
  })
  if (whole !== text) writeFileSync(join(folder, file), whole)
}
