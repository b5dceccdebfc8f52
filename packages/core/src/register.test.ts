import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'

const core = join(import.meta.dirname, '..')
const root = join(core, '../..')
// A program of its own: an augmentation holds for the whole program it stands in.
const app = join(core, 'node_modules/.register-test')

const config = {
  extends: join(root, 'tsconfig.base.json'),
  compilerOptions: { types: [], paths: { '@ambit/core': [join(core, 'src/index.ts')] } },
  files: ['app.ts'],
}

const source = `
import { createAgent, Tool } from '@ambit/core'
import { runAgent } from '@ambit/core/code'
import type { LanguageModelV4 } from '@ai-sdk/provider'

interface Api { load(id: string): number }

declare module '@ambit/core' {
  interface Register {
    dependencies: { api: Api }
    metadata: { plan: 'free' | 'pro' }
    state: { cartId?: string }
  }
}

const model = {} as LanguageModelV4
const tool = new Tool({
  name: 'load',
  description: 'Load',
  handler: (_args, ctx) => {
    const plan: 'free' | 'pro' = ctx.run.metadata.plan
    const cart: string | undefined = ctx.run.state.get().cartId
    ctx.run.state.set({ cartId: 'c1' })
    // @ts-expect-error -- a cart id is text
    ctx.run.state.set({ cartId: 7 })
    return [plan, cart, ctx.run.dependencies.api.load('1').toFixed()]
  },
})
const api = { load: () => 1 }
const agent = createAgent({ model, tools: [tool], dependencies: { api }, metadata: { plan: 'pro' } })
// @ts-expect-error -- there is no such plan
void agent.chat('hi', { metadata: { plan: 'gold' } })
// The agent's own api stays.
void agent.with({ dependencies: {} }).execute('hi')
// @ts-expect-error -- an api can load
void agent.with({ dependencies: { api: {} } }).execute('hi')
// @ts-expect-error -- an agent has nothing to merge with
void createAgent({ model, dependencies: {} })
agent.use({ name: 'plan', run: ({ run }, next) => (run.metadata.plan satisfies 'free' | 'pro', next()) })
void runAgent((_scope, ctx) => ctx.run.dependencies.api.load('2'), { dependencies: { api } })
`

describe('Register', () => {
  afterAll(() => rm(app, { recursive: true, force: true }))

  it('types dependencies, metadata and state once an application augments it', async () => {
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
