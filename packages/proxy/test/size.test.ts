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
    'fit-thinking',
    'inflate',
    'keeper',
    'limit-options',
    'limits',
    'logging',
    'lookup-routes',
    'mark-call',
    'metering',
    'parse-body',
    'report-failure',
    'respond-error',
    'retries',
    'upstream-error',
  ].join('|')})\\.ts$`,
)

/** Builds a file of the proxy. */
async function bundle(entry: string, external?: RegExp): Promise<Rolldown.RolldownOutput> {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['ambit-source', 'module', 'browser'] },
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: join(import.meta.dirname, '../src', entry),
        formats: ['es'],
        fileName: 'proxy',
      },
      // For a library, only this option of the bundler removes whitespace.
      rolldownOptions: { ...(external && { external }), output: { minify: true } },
    },
  })
  const [built] = output as Rolldown.RolldownOutput[]
  if (!built) throw new Error('Nothing was built')
  return built
}

describe('createProxy', () => {
  it('P39 begins with at most 10.8 kB, gzip, the model endpoint and the checks of all options included', async () => {
    const { output } = await bundle('create-proxy.ts', later)
    expect(output).toHaveLength(1)
    const [chunk] = output
    expect(chunk.dynamicImports).toHaveLength(20)
    const bytes = gzipSync(chunk.code).length
    expect(bytes).toBeGreaterThan(5_000)
    expect(bytes).toBeLessThanOrEqual(10_800)
  })
})

describe('mcpServers', () => {
  it('P39 loads the code of the sign-in late, of at most 8 kB, gzip', async () => {
    const { output } = await bundle('mcp/mcp-servers.ts')
    const [first] = output
    expect(gzipSync(first.code).length).toBeLessThanOrEqual(1_600)
    const signIn = output.filter(
      (chunk) => chunk.type === 'chunk' && chunk.code.includes('code_challenge'),
    )
    expect(signIn).toHaveLength(1)
    expect(signIn).not.toContain(first)
    const [late] = signIn
    expect(gzipSync(late?.type === 'chunk' ? late.code : '').length).toBeLessThanOrEqual(8_000)
  })
})
