import { execFile } from 'node:child_process'
import { argv, env, execPath, stderr } from 'node:process'
import { promisify } from 'node:util'
import type { Figure, Suite } from '../figure.ts'
import type { Entered } from './coverage.ts'
import type { Walks } from './walks.ts'

const run = promisify(execFile)

/** Takes the walks in a process of its own: counting makes everything else slow. */
export async function walk(mode: 'production' | 'development'): Promise<Walks> {
  const flags = ['--conditions=ambit-source', '--import=./bench/path/load-tsx.ts']
  const { stdout } = await run(execPath, [...flags, 'bench/path/walks.ts'], {
    env: { ...env, NODE_ENV: mode },
    maxBuffer: 1 << 26,
  })
  return JSON.parse(stdout) as Walks
}

/** The counts of a walk, by their unit. */
export const units = {
  files: (entered: Entered): number => Object.keys(entered).length,
  functions: (entered: Entered): number => Object.values(entered).flat().length,
  calls: (entered: Entered): number =>
    Object.values(entered)
      .flat()
      .reduce((sum, { calls }) => sum + calls, 0),
} as const

/**
 * The files and functions that the main jobs enter, and how often. `--list` names them. The limits
 * are in `bench/limits.json`.
 */
export const path: Suite = {
  name: 'path',
  async run() {
    const [production, development] = await Promise.all([walk('production'), walk('development')])
    if (argv.includes('--list')) stderr.write(toList(production))
    return Object.entries(production).flatMap(([what, entered]) =>
      Object.entries(units).map(([unit, count]): Figure => {
        const [ours, theirs] = [count(entered), count(development[what] ?? {})]
        return {
          what: `${what}, ${unit}`,
          ours: String(ours),
          against: 'in development',
          theirs: String(theirs),
          ratio: ours / theirs,
        }
      }),
    )
  },
}

/** Returns every file of every walk with its functions, one file a line. */
const toList = (walks: Walks): string =>
  Object.entries(walks)
    .flatMap(([what, entered]) => [
      `\n${what}`,
      ...Object.entries(entered).map(([file, functions]) => {
        const names = functions.map(({ name, calls }) => `${name || 'anonymous'} ${calls}`)
        return `  ${file}: ${names.join(', ')}`
      }),
      '',
    ])
    .join('\n')
