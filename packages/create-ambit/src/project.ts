import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readText, withoutMark } from './changes.ts'
import { managerOf, type PackageManager, startedBy, toPackageManager } from './package-manager.ts'
import { Refusal } from './refusal.ts'
import type { TemplateName } from './template.ts'

type Versions = Readonly<Record<string, string>>

/** A `package.json`, as far as it is read here. */
export interface Manifest {
  readonly name?: string
  readonly packageManager?: unknown
  readonly scripts?: Versions
  readonly dependencies?: Versions
  readonly devDependencies?: Versions
  readonly [field: string]: unknown
}

/** An app that is there. */
export interface Project {
  readonly folder: string
  readonly manifestText: string
  readonly manifest: Manifest
  readonly framework: TemplateName
  readonly manager: PackageManager
  /** The folder of its source files, relative to `folder`: `src`, `app` or `src/app`. */
  readonly sources: string
}

/** What says which package manager counts: the flag, and who started this program. */
export interface ManagerHints {
  readonly named: string | undefined
  readonly userAgent: string | undefined
}

/**
 * Finds out how an app is built.
 *
 * @throws Refusal for what cannot be changed here: no app, no React, another framework.
 */
export function detectProject(folder: string, { named, userAgent }: ManagerHints): Project {
  const text = readText(join(folder, 'package.json'))
  if (text === undefined) {
    throw new Refusal(
      `There is no package.json in ${folder}. Run it in the folder of an app. For a new app: npm create ambit@latest my-app`,
    )
  }
  const manifestText = withoutMark(text)
  const manifest = parseManifest(manifestText)
  const react = versionOf(manifest, 'react')
  if (react === undefined) {
    throw new Refusal('React is not a dependency in package.json. Ambit needs React 18.3 or newer.')
  }
  if (majorOf(react) < 18)
    throw new Refusal(`This app has React ${react}. Ambit needs React 18.3 or newer.`)
  const framework = frameworkOf(manifest)
  return {
    folder,
    manifestText,
    manifest,
    framework,
    manager: named
      ? toPackageManager(named)
      : (managerOf(folder, manifest.packageManager) ?? startedBy(userAgent)),
    sources: sourcesOf(folder, framework),
  }
}

function parseManifest(text: string): Manifest {
  try {
    return JSON.parse(text) as Manifest
  } catch {
    throw new Refusal('package.json is not valid JSON.')
  }
}

/** Returns the range of a package in the manifest. */
export const versionOf = (manifest: Manifest, name: string): string | undefined =>
  manifest.dependencies?.[name] ?? manifest.devDependencies?.[name]

/** Returns the major version of a range. It is `Infinity` for one without, such as `catalog:`. */
export const majorOf = (range: string): number => Number(/\d+/.exec(range)?.[0] ?? Infinity)

const marks: Readonly<Record<string, TemplateName>> = {
  next: 'next',
  '@tanstack/react-start': 'tanstack-start',
  '@react-router/dev': 'react-router',
  vite: 'vite',
}

function frameworkOf(manifest: Manifest): TemplateName {
  const mark = Object.keys(marks).find((name) => versionOf(manifest, name) !== undefined)
  const framework = mark === undefined ? undefined : marks[mark]
  if (framework && versionOf(manifest, 'astro') === undefined) return framework
  throw new Refusal(
    `package.json has none of ${Object.keys(marks).join(', ')}, so the files cannot be placed. The guide on frameworks has the same four steps for webpack, Rspack, esbuild and Astro, to do by hand.`,
  )
}

function sourcesOf(folder: string, framework: TemplateName): string {
  const has = (path: string): boolean => existsSync(join(folder, path))
  if (framework === 'next') {
    const found = ['app', 'src/app'].find((path) => has(`${path}/layout.tsx`))
    if (found) return found
    throw new Refusal(
      'There is no app/layout.tsx. In Next.js, this works for the app router in TypeScript.',
    )
  }
  const root = { vite: 'src', 'react-router': 'app', 'tanstack-start': 'src' }[framework]
  if (has(root)) return root
  throw new Refusal(`There is no folder "${root}", where the source of this app is expected.`)
}

/** Returns true if the routes of React Router are the files in a folder. */
export const hasFileRoutes = ({ folder, sources }: Project): boolean =>
  readText(join(folder, sources, 'routes.ts'))?.includes('flatRoutes(') ?? false

/** The versions that an app gets beside its own. */
export interface Additions {
  readonly dependencies?: Versions
  readonly devDependencies?: Versions
  readonly scripts?: Versions
}

/** Returns the text of `package.json` with what it lacks. What is there keeps its version. */
export function withAdditions({ manifest, manifestText }: Project, additions: Additions): string {
  let isSame = true
  const next: Record<string, unknown> = { ...manifest }
  for (const [field, wanted] of Object.entries(additions)) {
    const own = (manifest[field] ?? {}) as Versions
    const missing = Object.entries(wanted ?? {}).filter(([name]) =>
      field === 'scripts' ? own[name] === undefined : versionOf(manifest, name) === undefined,
    )
    if (missing.length === 0) continue
    isSame = false
    const all = Object.entries({ ...own, ...Object.fromEntries(missing) })
    next[field] = Object.fromEntries(
      field === 'scripts' ? all : all.toSorted(([a], [b]) => (a < b ? -1 : 1)),
    )
  }
  if (isSame) return manifestText
  const indent = /^[ \t]+(?=")/m.exec(manifestText)?.[0] ?? '  '
  return JSON.stringify(next, null, indent) + (manifestText.endsWith('\n') ? '\n' : '')
}
