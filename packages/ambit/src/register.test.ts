import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
// A program of its own: an augmentation holds for the whole program it stands in.
const app = join(import.meta.dirname, '../node_modules/.register-test')

const config = {
  extends: join(root, 'tsconfig.base.json'),
  compilerOptions: { types: [] },
  files: ['app.ts'],
}

const source = `
import { type Dependencies, Tool } from 'ambit'
import { runAgent } from 'ambit/code'

declare module 'ambit' {
  interface Register {
    dependencies: { api: { load(id: string): number } }
    metadata: { plan: 'free' | 'pro' }
  }
}

export const load = new Tool({
  name: 'load',
  description: 'Load',
  handler: (_args, ctx) => {
    const plan: 'free' | 'pro' = ctx.run.metadata.plan
    // @ts-expect-error -- nothing is saved
    ctx.run.dependencies.api.save('1')
    return [plan, ctx.run.dependencies.api.load('1')]
  },
})
export const dependencies: Dependencies = { api: { load: Number } }
void runAgent((_scope, ctx) => ctx.run.dependencies.api.load('2'), { dependencies })
`

describe('Register', () => {
  afterAll(() => rm(app, { recursive: true, force: true }))

  it('is augmented by its name in `ambit`, and types what the inner packages have', async () => {
    await mkdir(app, { recursive: true })
    await writeFile(join(app, 'app.ts'), source)
    await writeFile(join(app, 'tsconfig.json'), JSON.stringify(config))
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const outcome = await promisify(execFile)(process.execPath, [tsc, '-p', app]).catch(
      (failed: { stdout: string; stderr: string }) => failed,
    )
    expect(outcome).toEqual({ stdout: '', stderr: '' })
  }, 60_000)
})
