import * as fc from 'fast-check'
import { env } from 'node:process'
import { describe, it } from 'vitest'
import { z } from 'zod'
import { createStore } from 'zustand/vanilla'
import { agentUnderTest } from '../../../test/agent-under-test.ts'
import { storeScope } from '../zustand/index.ts'

type State = Record<string, number>

const key = fc.constantFrom('a', 'b', 'c')
const keys = fc.uniqueArray(key, { minLength: 1 })
const step = fc.record({ by: fc.constantFrom('agent', 'person'), keys })

describe('storeScope', () => {
  it('R59 undone in order leaves of each key what the person last made of it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const store = createStore<State>()(() => ({ a: -1, b: -2, c: -3 }))
        const scope = storeScope({
          name: 's',
          store,
          actions: {
            set: {
              description: 'Sets.',
              parameters: z.object({ change: z.record(z.string(), z.number()) }),
              run: ({ change }) => store.setState(change),
            },
          },
        })
        const { agent } = agentUnderTest([], { scopes: [scope] })
        const expected: State = { ...store.getState() }
        const runs: string[] = []
        for (const [value, { by, keys }] of steps.entries()) {
          const change = Object.fromEntries(keys.map((name) => [name, value]))
          if (by === 'person') {
            store.setState(change)
            Object.assign(expected, change)
          } else {
            const run = agent.runTool('set', { change })
            await run
            runs.push(run.id)
          }
        }
        for (const id of runs.toReversed()) await agent.undo(id)
        return JSON.stringify(store.getState()) === JSON.stringify(expected)
      }),
      { numRuns: env['AMBIT_LONG'] ? 1000 : 60 },
    )
  }, 60_000)
})
