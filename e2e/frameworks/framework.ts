import { join } from 'node:path'

/** A folder of `examples/frameworks`, and what its story needs to know. */
export interface Framework {
  readonly name: string
  /** The most script files that the page may fetch before the chat is opened. */
  readonly mostScripts: number
  /** The arguments of `npm start` for a server that takes its port from there. */
  readonly portArgs?: (port: number) => readonly string[]
}

/** Every folder of `examples/frameworks`. */
export const frameworks: readonly Framework[] = [
  { name: 'vite', mostScripts: 20, portArgs: (port) => ['--', '--port', String(port)] },
  { name: 'webpack', mostScripts: 6 },
  { name: 'rspack', mostScripts: 6 },
  { name: 'esbuild', mostScripts: 36 },
  { name: 'next', mostScripts: 16 },
  { name: 'react-router', mostScripts: 32 },
  { name: 'tanstack-start', mostScripts: 24 },
  { name: 'astro', mostScripts: 38 },
]

export const folderOf = ({ name }: Framework): string => join('examples/frameworks', name)
