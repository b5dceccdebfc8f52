import type { Page } from '@playwright/test'

/** An application of somebody else, and how it is built and driven with Ambit in it. */
export interface Adoption {
  /** The name of its folder in `examples/adopt`. */
  readonly name: string
  /** The variable with a git folder that has its source. */
  readonly variable: string
  readonly commit: string
  /** The folder of the app in its repository. */
  readonly folder: string
  /** The packages of Ambit that it uses, and the others that they need there. */
  readonly packages: readonly string[]
  readonly dependencies: Readonly<Record<string, string>>
  /** Takes out of the app what a test does not need. `edit` changes one of its files. */
  readonly prepare: (edit: Edit) => void
  /** The errors of types that are ours. */
  readonly ours: RegExp
  readonly drive: (page: Page, url: string) => Promise<void>
}

/** Changes a file of the app. */
export type Edit = (file: string, change: (text: string) => string) => void

/** An app's `package.json`, as far as adoptions change it. */
export interface Manifest {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  scripts: Record<string, string>
}

/** Changes the `package.json` of an app. */
export const editManifest = (edit: Edit, change: (manifest: Manifest) => void): void =>
  edit('package.json', (text) => {
    const manifest = JSON.parse(text) as Manifest
    change(manifest)
    return JSON.stringify(manifest, null, 2)
  })
