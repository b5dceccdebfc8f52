import { execFile } from 'node:child_process'
import { argv, env, execPath, stderr } from 'node:process'
import { promisify } from 'node:util'
import type { Figure, Suite } from '../figure.ts'
import type { Entered } from './coverage.ts'
import type { Walks } from './walks.ts'

const run = promisify(execFile)

/** Takes the walks in a process of its own: counting makes everything else slow. */
async function walk(mode: 'production' | 'development'): Promise<Walks> {
  const flags = ['--conditions=ambit-source', '--import=./bench/path/load-tsx.ts']
  const { stdout } = await run(execPath, [...flags, 'bench/path/walks.ts'], {
    env: { ...env, NODE_ENV: mode },
    maxBuffer: 1 << 26,
  })
  return JSON.parse(stdout) as Walks
}

const filesOf = (entered: Entered): number => Object.keys(entered).length
const functionsOf = (entered: Entered): number => Object.values(entered).flat().length

/** The most files that a chat may enter on its way to the model. */
const most = 35

/** The files and functions that the main jobs enter. `--list` names them. */
export const path: Suite = {
  name: 'path',
  async run() {
    const [production, development] = await Promise.all([walk('production'), walk('development')])
    if (argv.includes('--list')) stderr.write(toList(production))
    return Object.entries(production).flatMap(([what, entered], at) => {
      const checked = development[what] ?? {}
      const beside = (unit: string, count: (entered: Entered) => number): Figure =>
        toFigure(`${what}, ${unit}`, count(entered), 'in development', count(checked))
      return [
        ...(at === 0 ? [toFigure(`${what}, files`, filesOf(entered), 'the goal', most, 1)] : []),
        beside('files', filesOf),
        beside('functions', functionsOf),
      ]
    })
  },
}

const toFigure = (
  what: string,
  ours: number,
  against: string,
  theirs: number,
  most?: number,
): Figure => ({
  what,
  ours: String(ours),
  against,
  theirs: String(theirs),
  ratio: ours / theirs,
  most,
})

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
