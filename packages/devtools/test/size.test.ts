import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'

/** Builds what a page that imports these names loads beside core. Returns its bytes, gzip. */
async function bytesOf(names: string): Promise<number> {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['ambit-source', 'module', 'browser'] },
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === 'page' ? '\0page' : undefined),
        load: (id) =>
          id === '\0page'
            ? `export ${names} from ${JSON.stringify(join(import.meta.dirname, '../src/record/index.ts'))}`
            : undefined,
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: 'page',
        preserveEntrySignatures: 'strict',
        external: /^@ambit\/core/,
        output: { minify: true },
      },
    },
  })
  const [chunk] = (output as Rolldown.RolldownOutput).output
  return gzipSync(chunk.code).length
}

describe('@ambit/devtools/record', () => {
  it('21 adds at most 3.07 kB, gzip, to record', async () => {
    const bytes = await bytesOf('{ record }')
    expect(bytes).toBeGreaterThan(2_000)
    expect(bytes).toBeLessThanOrEqual(3_070)
  })

  it('1 adds nothing where nothing of it is used', async () => {
    expect(await bytesOf('{}')).toBeLessThan(60)
  })
})
