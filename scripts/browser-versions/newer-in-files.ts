import { readFileSync } from 'node:fs'
import { build, transform } from 'esbuild'
import { newerInCss } from './newer-in-css.ts'
import { definedIn, newerInJs, nodesOf } from './newer-in-js.ts'
import { leastVersions } from './support.ts'

/** A feature of a built file that a least version lacks. */
export interface NewerInFile {
  readonly file: string
  /** The name, such as `URL.canParse`, `.moveBefore`, `field-sizing: content` or `syntax`. */
  readonly name: string
  readonly lackedBy: readonly string[]
}

/**
 * Returns the scripts that entries import, in packages too, without those of React and of the host.
 */
export async function scriptsOf(entries: readonly string[]): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [...entries],
    bundle: true,
    format: 'esm',
    outdir: 'unused',
    write: false,
    metafile: true,
    splitting: true,
    logLevel: 'error',
    external: [
      'react',
      'react-dom',
      '@tanstack/*',
      'zod',
      'zod-to-json-schema',
      'valibot',
      '@valibot/*',
    ],
  })
  return Object.keys(metafile.inputs).filter((file) => /\.m?js$/.test(file))
}

/**
 * Finds the syntax and the functions of built scripts and style sheets that a least version lacks.
 * `types` are the declarations of the scripts: the names that they define are not the browser's.
 */
export async function newerInFiles(
  files: readonly string[],
  types: readonly string[] = [],
): Promise<NewerInFile[]> {
  const read = files.map((file) => ({ file, code: readFileSync(file, 'utf8') }))
  const scripts = read
    .filter(({ file }) => !file.endsWith('.css'))
    .map((it) => ({ ...it, places: nodesOf(it.code) }))
  const own = new Set([
    ...scripts.flatMap(({ places }) => definedIn(places)),
    ...types.flatMap((file) => declaredIn(readFileSync(file, 'utf8'))),
  ])
  const found: NewerInFile[] = []
  for (const { file, code, places } of scripts) {
    if (await hasNewerSyntax(code))
      found.push({ file, name: 'syntax', lackedBy: Object.values(target) })
    found.push(...newerInJs(places, own).map((newer) => ({ file, ...newer })))
  }
  for (const { file, code } of read.filter((it) => it.file.endsWith('.css'))) {
    found.push(...newerInCss(code).map((newer) => ({ file, ...newer })))
  }
  return found
}

const declaredIn = (code: string): string[] =>
  [...code.matchAll(/(?:^\s+|[{;] )(?:readonly |get )?(\w+)\??[:(]/gm)].map(([, name = '']) => name)

const target = Object.entries(leastVersions).map(
  ([browser, version]) => browser.replace('safari_ios', 'ios') + version,
)

/** Whether esbuild would write the code in older words for the least versions. */
async function hasNewerSyntax(code: string): Promise<boolean> {
  const options = { supported: { 'regexp-unicode-property-escapes': true } }
  const [same, lowered] = await Promise.all([
    transform(code, { ...options, target: 'esnext' }),
    transform(code, { ...options, target }),
  ])
  return same.code !== lowered.code
}
