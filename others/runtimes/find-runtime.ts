import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { arch, execPath, platform } from 'node:process'

const require = createRequire(import.meta.url)

/** The package of each runtime, and the paths of its programs for this machine. */
const runtimes: Readonly<Record<string, { manifest: () => string; programs: readonly string[] }>> =
  {
    workerd: {
      manifest: () => require.resolve('workerd/package.json'),
      programs: [`@cloudflare/workerd-${platform}-${arch === 'x64' ? '64' : arch}/bin/workerd`],
    },
    deno: {
      manifest: () => require.resolve('deno/package.json'),
      programs: [`@deno/${platform}-${arch}-glibc/deno`, `@deno/${platform}-${arch}/deno`],
    },
    bun: {
      manifest: () => require.resolve('bun/package.json'),
      programs: [`@oven/bun-${platform}-${arch === 'arm64' ? 'aarch64' : arch}/bin/bun`],
    },
  }

/**
 * Finds the program of `workerd`, `deno` or `bun` that npm installed, or of this `node`. Undefined
 * if there is none for this machine.
 */
export function findRuntime(name: string): string | undefined {
  if (name === 'node') return execPath
  const { manifest, programs = [] } = runtimes[name] ?? {}
  for (const program of programs) {
    const [scope = '', folder = '', ...rest] = program.split('/')
    try {
      const inside = createRequire(manifest?.() ?? '')
      const path = join(dirname(inside.resolve(`${scope}/${folder}/package.json`)), ...rest)
      if (existsSync(path)) return path
    } catch {
      // The package is not for this machine, or not installed.
    }
  }
  return undefined
}
