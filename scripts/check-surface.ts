import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { exit } from 'node:process'
import { readSurface } from './api-surface.ts'

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

/** Returns `path name` of each name that is exported. */
const namesOf = (surface: string): string[] =>
  readSurface(surface).flatMap(({ path, exports }) =>
    [...exports.keys()].map((name) => `${path} ${name}`),
  )

/**
 * Returns the names that were exported and are not any more, as `path name`. `problem` says why
 * they may not go; undefined if one of the changesets is minor or major.
 */
export function lostNames(
  before: readonly string[],
  now: readonly string[],
  changesets: readonly string[],
): { lost: string[]; problem: string | undefined } {
  const kept = new Set(now.flatMap(namesOf))
  const lost = before.flatMap(namesOf).filter((name) => !kept.has(name))
  const isTold = changesets.some((text) => /^['"]?[@\w/-]+['"]?: (minor|major)$/m.test(text))
  const problem =
    lost.length && !isTold
      ? `Names of the last release are gone: ${lost.join(', ')}. A minor changeset must say so.`
      : undefined
  return { lost, problem }
}

/** Returns the tag of the last release; undefined if there is none. */
function lastRelease(): string | undefined {
  try {
    return git('describe', '--tags', '--match', 'v*', '--abbrev=0').trim()
  } catch {
    return undefined
  }
}

if (import.meta.main) {
  const tag = lastRelease()
  if (!tag) console.log('There is no release yet, so every name is new.')
  else {
    const files = git('ls-tree', '-r', '--name-only', tag, 'api').trim().split('\n')
    const { lost, problem } = lostNames(
      files.map((file) => git('show', `${tag}:${file}`)),
      globSync('api/*.d.ts').map((file) => readFileSync(file, 'utf8')),
      globSync('.changeset/*.md').map((file) => readFileSync(file, 'utf8')),
    )
    console.log(problem ?? `Since ${tag}, ${lost.length} names have gone.`)
    if (problem) exit(1)
  }
}
