import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A folder of `examples/frameworks`, and what its story needs to know. */
export interface Framework {
  readonly name: string
  /** The most script files that the page may fetch before the chat is opened. */
  readonly mostScripts: number
  /** The arguments of `npm start` for a server that takes its port from there. */
  readonly portArgs?: (port: number) => readonly string[]
  /** The command of a development server that tells no address, so its proxy needs a cookie. */
  readonly dev?: string
}

/** Every folder of `examples/frameworks`. */
export const frameworks: readonly Framework[] = [
  { name: 'vite', mostScripts: 20, portArgs: (port) => ['--', '--port', String(port)] },
  { name: 'webpack', mostScripts: 6 },
  { name: 'rspack', mostScripts: 6 },
  { name: 'esbuild', mostScripts: 36 },
  { name: 'next', mostScripts: 16, dev: 'next dev --hostname localhost' },
  { name: 'react-router', mostScripts: 32, dev: 'react-router dev' },
  { name: 'tanstack-start', mostScripts: 24, dev: 'vite dev' },
  { name: 'astro', mostScripts: 38, dev: 'astro dev' },
]

export const folderOf = ({ name }: Framework): string => join('examples/frameworks', name)

/**
 * Returns a folder whose build can answer. A framework with `dev` gets a copy, with an `authorize`
 * of its own in place of the one for development.
 */
export function buildableFolder(framework: Framework): string {
  const folder = folderOf(framework)
  if (!framework.dev) return folder
  // Beside it, since what is installed are relative links.
  const copy = join('examples/frameworks', `own-${framework.name}`)
  rmSync(copy, { recursive: true, force: true })
  const made = /\/(?:\.\w[\w-]*|build|dist)$/
  const filter = (path: string): boolean => !made.test(path) || path.includes('node_modules')
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true, filter })
  const files = globSync(`${copy}/{app,src}/**/*.ts`)
  const path = files.find((path) => readFileSync(path, 'utf8').includes('authorizeDev,'))
  if (path === undefined) throw new Error(`${copy} has no \`authorizeDev\`.`)
  const text = readFileSync(path, 'utf8')
  const line = "import { authorizeDev } from '@ambit/proxy/dev'\n"
  writeFileSync(
    path,
    text.replace(line, '').replace('authorize: authorizeDev', "authorize: () => 'me'"),
  )
  return copy
}
