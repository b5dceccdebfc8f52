import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { anchorsOf, toMarkdown } from './api-markdown.ts'
import { type Entry, readSurface } from './api-surface.ts'
import { docSections } from './doc-pages.ts'
import { exportsOf, publicPackages } from './packages.ts'

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
  const guides = subjects(all.flatMap(({ entries }) => entries))
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

/** Returns the page with every public name, the paths that export it and links to its signature. */
export function namesPage(surface: string = 'api'): string {
  const rows = new Map<string, string[]>()
  for (const { folder, entries } of publicPackages()) {
    const anchors = anchorsOf(surfaceOf(folder, surface))
    for (const [path, source] of entries) {
      for (const name of exportsOf(join(folder, source))) {
        const link = `[\`${path}\`](api/${basename(folder)}.md${anchors.get(name) ?? ''})`
        rows.set(name, [...(rows.get(name) ?? []), link])
      }
    }
  }
  const sorted = [...rows].toSorted(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
  const lines = sorted.map(([name, paths]) => `| \`${name}\` | ${paths.join(', ')} |\n`)
  return `# Every public name

Each link leads to the signature and its docstring.

| name | import from |
| --- | --- |
${lines.join('')}`
}

/** At most this many pages are named for one name. */
const maxSubjects = 3

/**
 * Returns links to the pages that tell most of each name: those that have it most often in their
 * code. Of a name that is not of the main path, only pages that name its path count, if there are
 * any. A key is an import path and a name: `ambit createAgent`.
 */
function subjects(all: readonly Entry[]): Map<string, string> {
  const pages = docSections()
    .flatMap((section) => section.pages)
    .filter(({ path }) => /^(reference|guides)\/[\w-]+\.md$/.test(path))
    .filter(({ path }) => !/\/(index|from-other-sdks|adopt-.*)\.md$/.test(path))
    .filter(({ path }) => existsSync(join('docs', path)))
    .map((page) => ({ ...page, counts: codeWordsOf(join('docs', page.path)) }))
  return new Map(
    all.flatMap(({ path, exports }) => {
      const near = pages.filter(({ counts }) => path === 'ambit' || counts.has(path))
      return [...exports.keys()].flatMap((name) => {
        const having = (some: typeof pages) => some.filter(({ counts }) => counts.has(name))
        const found = having(near).length > 0 ? having(near) : having(pages)
        const links = found
          .toSorted((a, b) => (b.counts.get(name) ?? 0) - (a.counts.get(name) ?? 0))
          .slice(0, maxSubjects)
          .map((page) => `[${page.title}](../../${page.path})`)
        return links.length > 0 ? [[`${path} ${name}`, links.join(', ')] as const] : []
      })
    }),
  )
}

/** Returns how often a page has each word and each import path in its code. */
function codeWordsOf(file: string): Map<string, number> {
  const code = readFileSync(file, 'utf8').matchAll(/^```[\s\S]*?^```|`[^`\n]+`/gm)
  const words = [...code].flatMap(([text]) => text.match(/@?[\w-]+(?:\/[\w-]+)+|\w+/g) ?? [])
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
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
