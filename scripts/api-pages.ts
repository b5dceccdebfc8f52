import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { anchorsOf, toMarkdown } from './api-markdown.ts'
import { type Entry, readSurface } from './api-surface.ts'
import { publicPackages } from './packages.ts'

/** The folder of the pages. */
export const apiFolder = 'docs/reference/api'

/** Returns the page of each package by its path, made from `api/`, which `pnpm api` writes. */
export function apiPages(surface: string = 'api'): Record<string, string> {
  const all = publicPackages().map(({ name, folder }) => ({
    name,
    file: `${basename(folder)}.md`,
    entries: surfaceOf(folder, surface),
  }))
  const anchors = all.map(({ file, entries }) => ({ file, anchors: [...anchorsOf(entries)] }))
  const guides = subjects()
  return Object.fromEntries(
    all.map(({ name, file, entries }) => {
      // A name leads to its own package first.
      const nearestLast = anchors.toSorted(
        (a, b) => Number(a.file === file) - Number(b.file === file),
      )
      const links = nearestLast.flatMap((one) =>
        one.anchors.map(
          ([name, anchor]) => [name, one.file === file ? anchor : `${one.file}${anchor}`] as const,
        ),
      )
      return [join(apiFolder, file), toMarkdown(name, entries, new Map(links), guides)]
    }),
  )
}

/**
 * Returns a link to the description of each name in `docs/reference/index.md`. A key is an import
 * path and a name: `ambit createAgent`.
 */
function subjects(): Map<string, string> {
  const [, ...sections] = readFileSync('docs/reference/index.md', 'utf8').split('\n## `')
  const rows = sections.flatMap((section) => {
    const path = section.slice(0, section.indexOf('`'))
    return [...section.matchAll(/^\| (`.+?`) \|.*\| \[(.*)\]\((.+?)\) \|$/gm)].flatMap(
      ([, names = '', title = '', target = '']) =>
        [...names.matchAll(/`(\w+)`/g)].map(
          ([, name = '']) => [`${path} ${name}`, `[${title}](../${target})`] as const,
        ),
    )
  })
  return new Map(rows)
}

/** Returns the exported names without a docstring, as `ambit createAgent`. */
export function undocumented(surface: string = 'api'): string[] {
  return publicPackages()
    .flatMap(({ folder }) => surfaceOf(folder, surface))
    .flatMap(({ path, exports, declarations }) =>
      [...exports].flatMap(([exported, local]) =>
        declarations.get(local)?.doc === undefined ? [`${path} ${exported}`] : [],
      ),
    )
}

/** Returns the entries of a package, with the declarations that it passes on from `ambit`. */
function surfaceOf(folder: string, surface: string = 'api'): Entry[] {
  const read = (name: string): Entry[] =>
    readSurface(readFileSync(join(surface, `${name}.d.ts`), 'utf8'))
  const entries = read(basename(folder))
  if (basename(folder) === 'ambit') return entries
  const passedOn = new Map(read('ambit').flatMap(({ declarations }) => [...declarations]))
  return entries.map((entry) => {
    const foreign = [...entry.exports.values()].flatMap((name) => {
      const declaration = entry.declarations.has(name) ? undefined : passedOn.get(name)
      return declaration ? [[name, declaration] as const] : []
    })
    return { ...entry, declarations: new Map([...foreign, ...entry.declarations]) }
  })
}
