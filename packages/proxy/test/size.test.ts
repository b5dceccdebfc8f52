import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'

/** The modules that a proxy loads later: for an option that needs them, or after a failure. */
const later = new RegExp(
  `/(${[
    'allow-origin',
    'answer-preflight',
    'check-file-url',
    'check-loopback',
    'check-tool',
    'check-workers',
    'early-answer',
    'failures',
    'inflate',
    'keeper',
    'logging',
    'lookup-routes',
    'mark-call',
    'metering',
    'parse-body',
    'report-failure',
    'respond-error',
    'upstream-error',
  ].join('|')})\\.ts$`,
)

describe('createProxy', () => {
  it('P39 begins with at most 8 kB, gzip, the model endpoint included', async () => {
    const output = await build({
      configFile: false,
      logLevel: 'silent',
      resolve: { conditions: ['ambit-source', 'module', 'browser'] },
      build: {
        write: false,
        target: 'es2022',
        lib: {
          entry: join(import.meta.dirname, '../src/create-proxy.ts'),
          formats: ['es'],
          fileName: 'proxy',
        },
        // For a library, only this option of the bundler removes whitespace.
        rolldownOptions: { external: later, output: { minify: true } },
      },
    })
    const [built] = output as Rolldown.RolldownOutput[]
    expect(built?.output).toHaveLength(1)
    const [chunk] = built?.output ?? []
    expect(chunk?.dynamicImports).toHaveLength(17)
    const bytes = gzipSync(chunk?.code ?? '').length
    expect(bytes).toBeGreaterThan(5_000)
    expect(bytes).toBeLessThanOrEqual(8_000)
  })
})
