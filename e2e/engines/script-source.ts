import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

let built: Promise<string> | undefined

/** Returns the script that finds elements in a page, as the source of a function. */
export function scriptSource(): Promise<string> {
  built ??= build({
    entryPoints: [fileURLToPath(new URL('page-script.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
  }).then(({ outputFiles }) => `() => {${outputFiles[0]?.text ?? ''}}`)
  return built
}
