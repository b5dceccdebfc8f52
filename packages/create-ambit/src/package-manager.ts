import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Refusal } from './refusal.ts'

const managers = ['npm', 'pnpm', 'yarn', 'bun'] as const
export type PackageManager = (typeof managers)[number]

const lockfiles: Readonly<Record<string, PackageManager>> = {
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
}

/** Returns the package manager that was named. */
export function toPackageManager(name: string): PackageManager {
  const found = managers.find((known) => known === name)
  if (found) return found
  throw new Refusal(`"${name}" is not a package manager known here. Use ${managers.join(', ')}.`)
}

/** Returns the package manager that started this program, as it says in its user agent. */
export const startedBy = (userAgent: string | undefined): PackageManager =>
  managers.find((name) => userAgent?.startsWith(`${name}/`)) ?? 'npm'

/**
 * Returns the package manager of an app: that of its field `packageManager`, else that of the
 * nearest lockfile, in its folder or above.
 */
export function managerOf(folder: string, field: unknown): PackageManager | undefined {
  const [name = ''] = typeof field === 'string' ? field.split('@') : []
  if (name) return toPackageManager(name)
  const found = new Set(
    Object.keys(lockfiles).flatMap((file) =>
      existsSync(join(folder, file)) ? (lockfiles[file] ?? []) : [],
    ),
  )
  if (found.size > 1) {
    throw new Refusal(
      `${folder} has lockfiles of ${[...found].join(' and ')}. Say which one counts, with --pm.`,
    )
  }
  const above = dirname(folder)
  const isEnd = above === folder || existsSync(join(folder, '.git'))
  const [only] = found
  return only ?? (isEnd ? undefined : managerOf(above, undefined))
}

/** Returns the command that runs a script of the app. */
export const runScript = (manager: PackageManager, script: string): string =>
  manager === 'npm' && script !== 'test'
    ? `npm run ${script}`
    : `${manager} ${manager === 'bun' ? 'run ' : ''}${script}`
