import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { pid } from 'node:process'
import { Refusal } from './refusal.ts'

/** A change of one file. */
export interface Change {
  /** Relative to the folder of the app, with forward slashes. */
  readonly path: string
  /** The text before, or undefined for a new file. */
  readonly before: string | undefined
  readonly after: string
}

/** Returns what a file has, or undefined if there is none. */
export function readText(path: string): string | undefined {
  if (existsSync(path)) return readFileSync(path, 'utf8')
  if (!lstatSync(path, { throwIfNoEntry: false })) return undefined
  throw new Refusal(`${path} is a link that leads nowhere. Remove it first.`)
}

/** Returns the change of a file that is there. Its byte order mark stays where it is. */
export function changeOf(folder: string, path: string, edit: (source: string) => string): Change {
  const before = readText(join(folder, path))
  if (before === undefined) throw new Refusal(`There is no ${path}, which would be changed.`)
  const source = withoutMark(before)
  const mark = before.slice(0, before.length - source.length)
  try {
    return { path, before, after: mark + edit(source) }
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new Refusal(`${path} could not be read: ${error.message}`)
    throw error
  }
}

export const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '')

/** Returns the changes in the line ends of each file. A new file has those of `sample`. */
export const inLineEnds = (changes: readonly Change[], sample: string): Change[] =>
  changes.map((change) => {
    const ends = (change.before ?? sample).match(/\r?\n/g) ?? ['\n']
    return ends.every((end) => end === '\r\n')
      ? { ...change, after: change.after.replaceAll(/\r?\n/g, '\r\n') }
      : change
  })

/** Returns the changes as a diff, with three lines around each. */
export const toDiff = (changes: readonly Change[]): string =>
  changes
    .map(({ path, before, after }) => {
      const lines =
        before === undefined ? linesOf(after).map((line) => `+${line}`) : diffLines(before, after)
      return [before === undefined ? `new file ${path}` : `changed ${path}`, ...lines, ''].join(
        '\n',
      )
    })
    .join('\n')

const linesOf = (text: string): string[] => text.replace(/\r?\n$/, '').split(/\r?\n/)

/** Returns the lines of a diff, without those that stand more than three lines from a change. */
function diffLines(before: string, after: string): string[] {
  const [old, fresh] = [linesOf(before), linesOf(after)]
  // `common[i][j]` is the length of what the lines from `i` on and those from `j` on share.
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(fresh.length + 1))
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = fresh.length - 1; j >= 0; j--) {
      const row = common[i]
      if (row)
        row[j] = old[i] === fresh[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const all: string[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < fresh.length) {
    if (i < old.length && old[i] === fresh[j]) {
      all.push(` ${old[i++]}`)
      j++
    } else if (i < old.length && (j === fresh.length || at(i + 1, j) >= at(i, j + 1)))
      all.push(`-${old[i++]}`)
    else all.push(`+${fresh[j++]}`)
  }
  const isNear = (line: number): boolean =>
    all.slice(Math.max(0, line - 3), line + 4).some((text) => !text.startsWith(' '))
  return all.flatMap((line, at) => (isNear(at) ? [line] : isNear(at - 1) ? [' …'] : []))
}

/**
 * Writes the changes, all or none: each text goes into a file beside, and those then take the
 * names. If that fails half-way, what was there comes back.
 *
 * @throws Refusal if a file is no longer as it was when the changes were made.
 */
export function writeChanges(folder: string, changes: readonly Change[]): void {
  for (const { path, before } of changes) {
    if (readText(join(folder, path)) !== before)
      throw new Refusal(`${path} has changed in the meantime. Nothing was written; run it again.`)
  }
  const beside = (path: string): string => `${path}.${pid}.ambit`
  const done: Change[] = []
  const made: string[] = []
  try {
    for (const { path, after } of changes) {
      const first = mkdirSync(dirname(join(folder, path)), { recursive: true })
      if (first !== undefined) made.push(first)
      writeFileSync(join(folder, beside(path)), after)
    }
    for (const change of changes) {
      renameSync(join(folder, beside(change.path)), join(folder, change.path))
      done.push(change)
    }
  } catch (error) {
    for (const { path } of changes) rmSync(join(folder, beside(path)), { force: true })
    for (const { path, before } of done) {
      if (before === undefined) rmSync(join(folder, path))
      else writeFileSync(join(folder, path), before)
    }
    for (const path of made) rmSync(path, { recursive: true })
    throw error
  }
}
