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

/** A state of the repository: its version, and the files of its surface. */
interface Release {
  readonly version: string
  readonly surface: readonly string[]
}

/**
 * Returns the names that were exported and are not any more, as `path name`. `problem` says why
 * they may not go. A changeset may say so, or the version that it has become: a minor one before
 * 1.0, a major one from then on.
 */
export function lostNames(
  before: Release,
  now: Release,
  changesets: readonly string[],
): { lost: string[]; problem: string | undefined } {
  const kept = new Set(now.surface.flatMap(namesOf))
  const lost = before.surface.flatMap(namesOf).filter((name) => !kept.has(name))
  const [[major = 0, minor = 0], [nextMajor = 0, nextMinor = 0]] = [
    before.version.split('.').map(Number),
    now.version.split('.').map(Number),
  ]
  const needed = major === 0 ? 'minor' : 'major'
  const isNext = nextMajor > major || (major === 0 && nextMinor > minor)
  const bump = new RegExp(`^['"]?[@\\w/-]+['"]?: (?:${needed}|major)$`, 'm')
  const problem =
    lost.length && !isNext && !changesets.some((text) => bump.test(text))
      ? `Names of the last release are gone: ${lost.join(', ')}. A ${needed} changeset must say so.`
      : undefined
  return { lost, problem }
}

const versionOf = (manifest: string): string =>
  (JSON.parse(manifest) as { version: string }).version

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
      {
        version: versionOf(git('show', `${tag}:packages/ambit/package.json`)),
        surface: files.map((file) => git('show', `${tag}:${file}`)),
      },
      {
        version: versionOf(readFileSync('packages/ambit/package.json', 'utf8')),
        surface: globSync('api/*.d.ts').map((file) => readFileSync(file, 'utf8')),
      },
      globSync('.changeset/*.md').map((file) => readFileSync(file, 'utf8')),
    )
    console.log(problem ?? `Since ${tag}, ${lost.length} names have gone.`)
    if (problem) exit(1)
  }
}
