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
const step = fc.record({ by: fc.constantFrom('agent', 'user'), keys })

const id = fc.constantFrom('a', 'b', 'c', 'd')
const edit = fc.record({
  by: fc.constantFrom('agent', 'user'),
  removes: fc.boolean(),
  ids: fc.uniqueArray(id, { minLength: 1 }),
})

interface Item {
  readonly id: string
  readonly value: number
}

describe('storeScope', () => {
  it('R59 undone in order leaves of each thing of a list what the user last made of it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 12 }), async (edits) => {
        const first = { id: 'a', value: -1 }
        const store = createStore<{ items: readonly Item[] }>()(() => ({ items: [first] }))
        const change = (ids: readonly string[], value: number | undefined): void =>
          store.setState(({ items }) => {
            const now = new Map(items.map((item) => [item.id, item]))
            for (const id of ids) {
              if (value === undefined) now.delete(id)
              else now.set(id, { ...now.get(id), id, value })
            }
            return { items: [...now.values()] }
          })
        const scope = storeScope({
          name: 's',
          store,
          actions: {
            change: {
              description: 'Changes.',
              parameters: z.object({ ids: z.array(z.string()), value: z.number().optional() }),
              run: ({ ids, value }) => change(ids, value),
            },
          },
        })
        const { agent } = agentUnderTest([], { scopes: [scope] })
        const expected = new Map([['a', first]])
        const removed = new Set<string>()
        const runs: string[] = []
        for (const [at, { by, removes, ids }] of edits.entries()) {
          const value = removes ? undefined : at
          if (by === 'user') {
            // Nobody knows later who removed what the agent has removed before.
            const changed = ids.filter((id) => !removes || !removed.has(id))
            change(changed, value)
            for (const id of changed) {
              if (value === undefined) expected.delete(id)
              else expected.set(id, { id, value })
            }
          } else {
            const meant = ids.filter((id) => removes || !removed.has(id))
            if (removes) for (const id of ids) removed.add(id)
            const run = agent.runTool('change', { ids: meant, value })
            await run
            runs.push(run.id)
          }
        }
        for (const id of runs.toReversed()) await agent.undo(id)
        const byId = (items: Iterable<Item>): Item[] =>
          [...items].sort((one, other) => one.id.localeCompare(other.id))
        return (
          JSON.stringify(byId(store.getState().items)) === JSON.stringify(byId(expected.values()))
        )
      }),
      { numRuns: env['AMBIT_LONG'] ? 1000 : 60 },
    )
  }, 60_000)

  it('R59 undone in order leaves of each key what the user last made of it', async () => {
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
          if (by === 'user') {
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
