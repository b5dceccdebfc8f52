import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { cwd } from 'node:process'
import { build, type BuildOptions } from 'esbuild'
import { type BuildPage, type Built, checkModules, toHtml, withImports } from './built.ts'

/** Builds a page with esbuild: minified modules, split where code is loaded when it is needed. */
export const buildWithEsbuild: BuildPage = async (entry, folder, external = []) => {
  const built = await bundle(relative(cwd(), entry), {
    entryPoints: [entry],
    outdir: join(folder, 'dist'),
    platform: 'browser',
    jsx: 'automatic',
    external: [...external],
  })
  const [script = '', ...linked] = built.firstLoad
  const styles = linked.filter((file) => file.endsWith('.css'))
  writeFileSync(join(built.folder, 'index.html'), toHtml(script, styles))
  return built
}

/** Bundles a module for Node, without the packages in `external`. */
export async function buildForNode(
  contents: string,
  folder: string,
  external: readonly string[],
): Promise<Built> {
  return bundle('<stdin>', {
    stdin: { contents, resolveDir: import.meta.dirname },
    outdir: folder,
    platform: 'node',
    external: [...external],
  })
}

/** Bundles the entry of this name. Its file is the first in `firstLoad`. */
async function bundle(
  name: string,
  options: BuildOptions & { readonly outdir: string },
): Promise<Built> {
  const { outdir } = options
  const { metafile } = await build({
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    logLevel: 'error',
    ...options,
    metafile: true,
  })
  checkModules(Object.keys(metafile.inputs))
  const { outputs } = metafile
  // A module that is loaded when it is needed is an entry of its own to esbuild, needed or not.
  const [entry] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === name) ?? []
  if (entry === undefined) throw new Error(`esbuild built no "${name}".`)
  const styles = outputs[entry]?.cssBundle
  const loaded = styles === undefined ? [entry] : [entry, styles]
  const importsOf = (file: string, kinds: readonly string[]): string[] =>
    (outputs[file]?.imports ?? [])
      .filter(({ kind, external }) => kinds.includes(kind) && external !== true)
      .map(({ path }) => path)
  const toNames = (files: readonly string[]) => files.map((file) => relative(outdir, file))
  const reached = (...kinds: string[]) =>
    toNames(withImports(loaded, (file) => importsOf(file, kinds)))
  return {
    folder: outdir,
    firstLoad: reached('import-statement'),
    all: reached('import-statement', 'dynamic-import'),
  }
}
