import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'

describe('@ambit/bridges/webmcp', () => {
  it('32 adds at most 2.94 kB at first, gzip, for both directions', async () => {
    const output = await build({
      configFile: false,
      logLevel: 'silent',
      resolve: { conditions: ['ambit-source', 'module', 'browser'] },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        write: false,
        target: 'es2022',
        lib: {
          entry: join(import.meta.dirname, '../src/webmcp/index.ts'),
          formats: ['es'],
          fileName: 'webmcp',
        },
        // For a library, only this option of the bundler removes whitespace.
        rolldownOptions: { external: /^@ambit\/(?:core|protocol)/, output: { minify: true } },
      },
    })
    const [built] = output as Rolldown.RolldownOutput[]
    // The answers of calls are written by a chunk that the first call loads.
    const [chunk, ...later] = built?.output ?? []
    const sizeOf = (one: (typeof later)[number] | undefined): number =>
      gzipSync(one && 'code' in one ? one.code : '').length
    expect(sizeOf(chunk)).toBeGreaterThan(1_500)
    expect(sizeOf(chunk)).toBeLessThanOrEqual(2_940)
    const all = later.reduce((sum, one) => sum + sizeOf(one), 0)
    expect(all).toBeLessThanOrEqual(800)
  })
})
