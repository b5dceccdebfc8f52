import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { execPath } from 'node:process'
import { readText, withoutMark } from './changes.ts'
import { type Manifest, versionOf } from './project.ts'

/** Linters that mend, and formatters after them, each with what it is told before the files. */
const formatters: Readonly<Record<string, { args: readonly string[]; files?: RegExp }>> = {
  eslint: { args: ['--fix'], files: /\.[jt]sx?$/ },
  oxlint: { args: ['--fix'], files: /\.[jt]sx?$/ },
  '@biomejs/biome': {
    args: ['check', '--write', '--no-errors-on-unmatched', '--files-ignore-unknown=true'],
  },
  prettier: { args: ['--write', '--ignore-unknown'] },
  oxfmt: { args: ['--no-error-on-unmatched-pattern'] },
}

/**
 * Runs the app's own linters and formatters on these files.
 *
 * @returns The names of those that ran, and of those that found what they could not mend.
 */
export function formatFiles(
  folder: string,
  paths: readonly string[],
): { ran: string[]; unmended: string[] } {
  const ran: string[] = []
  const unmended: string[] = []
  for (const [name, { args, files = /^/ }] of Object.entries(formatters)) {
    const chosen = paths.filter((path) => files.test(path))
    const program = isUsed(folder, name) && programOf(folder, name)
    if (!program || chosen.length === 0) continue
    const { status } = spawnSync(execPath, [program, ...args, ...chosen], {
      cwd: folder,
      timeout: 120_000,
      stdio: 'ignore',
    })
    ;(status === 0 ? ran : unmended).push(name)
  }
  return { ran, unmended }
}

/** Returns true if the app, or the repository around it, names the package in its manifest. */
function isUsed(folder: string, name: string): boolean {
  if (isNamed(folder, name)) return true
  const above = dirname(folder)
  const isTop = above === folder || above === homedir() || existsSync(join(folder, '.git'))
  return !isTop && isUsed(above, name)
}

/** Returns true if the manifest of a folder can be read, and names the package. */
function isNamed(folder: string, name: string): boolean {
  try {
    const text = withoutMark(readText(join(folder, 'package.json')) ?? '{}')
    return text.includes(`"${name}"`) && versionOf(JSON.parse(text) as Manifest, name) !== undefined
  } catch {
    return false
  }
}

/** Returns the path of the program of a package that is installed. */
function programOf(folder: string, name: string): string | undefined {
  try {
    const path = createRequire(join(folder, 'package.json')).resolve(`${name}/package.json`)
    const { bin } = JSON.parse(readText(path) ?? '{}') as { bin?: string | Record<string, string> }
    const file = typeof bin === 'string' ? bin : bin?.[name.replace(/^.*\//, '')]
    return file && join(dirname(path), file)
  } catch {
    return undefined
  }
}
