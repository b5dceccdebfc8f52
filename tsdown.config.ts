import { existsSync } from 'node:fs'
import { defineConfig, type UserConfig } from 'tsdown'
import { packages } from './scripts/packages.ts'

export default defineConfig(
  packages().map(({ folder, entries }): UserConfig => ({
    cwd: folder,
    entry: [...entries.values()],
    format: 'esm',
    platform: 'neutral',
    deps: { neverBundle: [/^node:/] },
    target: 'es2022',
    // A file stays a file: what a bundler does not reach it drops whole, static members and all.
    unbundle: true,
    root: 'src',
    copy: existsSync(`${folder}/src/styles.css`) ? ['src/styles.css'] : [],
    dts: { sourcemap: false },
    sourcemap: true,
    fixedExtension: false,
    logLevel: 'warn',
  })),
)
