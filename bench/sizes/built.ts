import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** The files that a bundler wrote, their paths relative to a folder. */
export interface Built {
  readonly folder: string
  /** The files that are loaded before the page runs: the entry, its static imports, its styles. */
  readonly firstLoad: readonly string[]
  /** All files except the HTML, including those that are loaded later or never. */
  readonly all: readonly string[]
}

/** Builds a page without the packages in `external`. */
export type BuildPage = (
  entry: string,
  folder: string,
  external?: readonly string[],
) => Promise<Built>

/** A number of files, and the sum of their sizes, each compressed alone by gzip. */
export interface Weight {
  readonly bytes: number
  readonly files: number
}

/** Weighs files as a server sends them, without the HTTP headers. */
export function weigh({ folder }: Built, files: readonly string[]): Weight {
  const sizes = files.map((file) => gzipSync(readFileSync(join(folder, file))).length)
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), files: files.length }
}

/** Adds to files those that they import, and those that these import. */
export function withImports(
  files: readonly string[],
  importsOf: (file: string) => readonly string[],
): readonly string[] {
  const all = new Set(files)
  for (const file of all) for (const imported of importsOf(file)) all.add(imported)
  return [...all]
}

/** Throws if a module is a source of a package: the measured files must be the published ones. */
export function checkModules(modules: readonly string[]): void {
  const source = modules.find((module) => /packages[/\\]\w[\w-]*[/\\]src[/\\]/.test(module))
  if (source === undefined) return
  throw new Error(
    `${source} is in the bundle, so the sizes are not those of the published packages. Resolve the packages without the condition "ambit-source".`,
  )
}

/** Returns the HTML of a page that loads a script and styles. */
export const toHtml = (script: string, styles: readonly string[] = []): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Guests</title>
    <link rel="icon" href="data:," />
    ${styles.map((href) => `<link rel="stylesheet" href="${href}" />`).join('\n    ')}
    <script type="module" src="${script}"></script>
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>
`
