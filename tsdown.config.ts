// The reasons: decisions/0001.
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { defineConfig, type UserConfig } from 'tsdown'
import { inlineStyles } from './scripts/inline-styles.ts'
import { joinPackages } from './scripts/join-packages.ts'
import { oneStyleSheet } from './scripts/one-style-sheet.ts'
import { moduleOf, packages } from './scripts/packages.ts'
import { splitExports } from './scripts/split-exports.ts'
import { writePackageDocs } from './scripts/write-package-docs.ts'
import { writeTemplates } from './scripts/write-templates.ts'

let left = packages().length

export default defineConfig(
  packages().map(({ name, folder, entries }): UserConfig => ({
    cwd: folder,
    entry: [...entries.values()],
    format: 'esm',
    platform: 'neutral',
    deps: { neverBundle: [/^node:/, /^@?ambit(?:\/|$)/] },
    target: 'es2022',
    // A file stays a file: what a bundler does not reach it drops whole, static members and all.
    unbundle: true,
    root: 'src',
    plugins: inlineStyles(),
    hooks: {
      'build:done'({ options: { outDir } }) {
        for (const sheet of globSync('{chat/,}{styles,parts}.css', { cwd: `${folder}/src` })) {
          mkdirSync(dirname(join(outDir, sheet)), { recursive: true })
          writeFileSync(join(outDir, sheet), oneStyleSheet(`${folder}/src/${sheet}`))
        }
        if (name === 'ambit') writePackageDocs(folder)
        if (name === 'create-ambit') writeTemplates(`${outDir}/templates`)
        for (const entry of entries.values()) {
          const file = entry.replace(/^\.\/src\/(.+)\.tsx?$/, '$1.js')
          splitExports(outDir, file, name === 'ambit' ? moduleOf : undefined)
        }
        // `await using run` is of a library that a page's own `lib` may not name.
        const run = join(outDir, 'run.d.ts')
        if (existsSync(run)) {
          const types = readFileSync(run, 'utf8')
          writeFileSync(run, `/// <reference lib="esnext.disposable" />\n${types}`)
        }
        left -= 1
        if (left === 0) joinPackages()
      },
    },
    // The members that only core itself uses are not part of the published types.
    dts: { sourcemap: false, oxc: { stripInternal: true } },
    sourcemap: true,
    fixedExtension: false,
    logLevel: 'warn',
  })),
)
