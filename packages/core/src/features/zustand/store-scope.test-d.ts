import { describe, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { devtools, persist, subscribeWithSelector } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import { type Scope, type ToolContext, type UndoContext } from '../../index.ts'
import { storeScope } from '../zustand/index.ts'

interface Board {
  readonly tasks: readonly string[]
  add(task: string): void
}

const create = (): Board => ({ tasks: [], add: () => undefined })

describe('storeScope', () => {
  it('types state, arguments and context from the store and the schemas', () => {
    const store = createStore<Board>()(create)
    const scope = storeScope({
      name: 'board',
      store,
      context: (state) => {
        expectTypeOf(state).toEqualTypeOf<Board>()
        return state.tasks
      },
      enabled: ({ tasks }) => tasks.length < 9,
      actions: {
        add_task: {
          description: 'Adds.',
          parameters: z.object({ title: z.string(), count: z.number().default(1) }),
          enabled: (state) => {
            expectTypeOf(state).toEqualTypeOf<Board>()
            return true
          },
          run: (args, state, ctx) => {
            expectTypeOf(args).toEqualTypeOf<{ title: string; count: number }>()
            expectTypeOf(state).toEqualTypeOf<Board>()
            expectTypeOf(ctx).toEqualTypeOf<ToolContext>()
            return state.add(args.title)
          },
        },
        clear: { description: 'Clears.', run: (_, state) => state.tasks.length },
      },
    })
    expectTypeOf(scope).toEqualTypeOf<Scope>()
  })

  it('takes stores with middleware', () => {
    const store = createStore<Board>()(
      devtools(subscribeWithSelector(persist(create, { name: 'board' }))),
    )
    storeScope({
      name: 'board',
      store,
      actions: { count: { description: 'Counts.', run: (_, { tasks }) => tasks.length } },
    })
  })

  it('refuses what does not fit', () => {
    const store = createStore<Board>()(create)
    const description = 'Adds.'
    const parameters = z.object({ title: z.string() })
    const add = (args: { title: number }) => args.title
    // @ts-expect-error -- the schema gives a string
    storeScope({ name: 'b', store, actions: { add: { description, parameters, run: add } } })
    const count = (_: unknown, state: { count: number }) => state.count
    // @ts-expect-error -- the state has no count
    storeScope({ name: 'b', store, actions: { count: { description, run: count } } })
  })
})

describe('undo', () => {
  it('gives a signal', () => {
    const ctx = {} as ToolContext
    ctx.undo((at) => expectTypeOf(at).toEqualTypeOf<UndoContext>())
    ctx.undo(async () => 1)
  })
})
