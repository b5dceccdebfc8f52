import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build as esbuild } from 'esbuild'
import { build as vite, type Rolldown } from 'vite'

/** A file of a built page. */
export interface BuiltFile {
  readonly name: string
  readonly code: string
  readonly isEntry: boolean
  /** The names of the files that are loaded with it. */
  readonly imports: readonly string[]
}

/** The files of a built page, including those that are loaded later. */
export type BuiltPage = readonly BuiltFile[]

const folder = join(import.meta.dirname, '..')

/** Builds a page with Vite, as `vite build` does. `mode` is that of Vite. */
export async function buildWithVite(
  text: string,
  mode: 'production' | 'development' = 'production',
): Promise<BuiltPage> {
  const built = (await vite({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    mode,
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === 'page' ? join(folder, 'page.tsx') : undefined),
        load: (id) => (id === join(folder, 'page.tsx') ? text : undefined),
      },
    ],
    build: {
      write: false,
      rolldownOptions: { input: 'page', preserveEntrySignatures: 'strict' },
    },
  })) as Rolldown.RolldownOutput
  return built.output
    .filter((file) => file.type === 'chunk')
    .map(({ fileName: name, code, isEntry, imports }) => ({ name, code, isEntry, imports }))
}

/** Builds a page with esbuild for production, or with what development needs. */
export async function buildWithEsbuild(
  text: string,
  mode: 'production' | 'development' = 'production',
): Promise<BuiltPage> {
  const { outputFiles, metafile } = await esbuild({
    stdin: { contents: text, loader: 'tsx', resolveDir: folder, sourcefile: 'page.tsx' },
    outdir: 'built',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    jsx: 'automatic',
    write: false,
    metafile: true,
    logLevel: 'silent',
    ...(mode === 'development' && { conditions: ['development', 'module'] }),
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
  })
  return Object.entries(metafile.outputs).map(([name, { entryPoint, imports }]) => ({
    name,
    code: outputFiles.find(({ path }) => path.endsWith(basename(name)))?.text ?? '',
    isEntry: entryPoint?.endsWith('page.tsx') ?? false,
    imports: imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path),
  }))
}

/** Returns the files that are loaded with the page. */
export function firstLoad(page: BuiltPage): BuiltPage {
  const first = new Set(page.filter(({ isEntry }) => isEntry))
  for (const { imports } of first) {
    for (const file of page) if (imports.includes(file.name)) first.add(file)
  }
  return [...first]
}

/** Returns the bytes of files, each compressed alone by gzip. */
export const gzipOf = (page: BuiltPage): number =>
  page.reduce((sum, { code }) => sum + gzipSync(code).length, 0)
