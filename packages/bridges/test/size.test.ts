import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'

/** The modules that a transport loads when it is used. */
const later = /\/(send|reconnect|later-chunks)\.ts$/

/** Builds the transport in one file, without the modules that are `external`. */
async function buildTransport(external: RegExp[]): Promise<Rolldown.OutputChunk> {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['ambit-source', 'module', 'browser'] },
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: join(import.meta.dirname, '../src/ai-sdk/agent-transport.ts'),
        formats: ['es'],
        fileName: 'transport',
      },
      rolldownOptions: {
        external: [/^@ambit\/core$/, ...external],
        // For a library, only this option of the bundler removes whitespace.
        output: { minify: true, codeSplitting: false },
      },
    },
  })
  const [built] = output as Rolldown.RolldownOutput[]
  expect(built?.output).toHaveLength(1)
  return built?.output[0] as Rolldown.OutputChunk
}

const sizeOf = ({ code }: Rolldown.OutputChunk): number => gzipSync(code).length

describe('createAgentTransport', () => {
  it('20, 26 begins with at most 2.87 kB, gzip, and has no code of `ai`', async () => {
    const first = await buildTransport([later])
    expect(first.dynamicImports.toSorted()).toHaveLength(3)
    expect(sizeOf(first)).toBeGreaterThan(1_500)
    expect(sizeOf(first)).toBeLessThanOrEqual(2_870)
    const all = await buildTransport([])
    expect(all.moduleIds.filter((id) => !/\/bridges\/src\/|^\0rolldown/.test(id))).toEqual([])
    expect(sizeOf(all)).toBeLessThanOrEqual(7_800)
  })
})
