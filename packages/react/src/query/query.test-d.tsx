import { jsonSchema, type Tool } from '@ambit/core'
import { mutationOptions, QueryClient, queryOptions, useMutation } from '@tanstack/react-query'
import { describe, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { useScope } from '../index.ts'
import { mutationTool, type QueryContext, queryContext, useMutationTool } from '../query.ts'

interface Task {
  id: string
  title: string
}

const client = new QueryClient()
const tasks = queryOptions({
  queryKey: ['tasks'],
  queryFn: (): Promise<Task[]> => Promise.resolve([]),
})
const parameters = z.object({ title: z.string() })
const description = 'Adds a task.'
const add = ({ title }: { title: string }): Promise<Task> => Promise.resolve({ id: '1', title })

describe('queryContext', () => {
  it('knows the data from the key', () => {
    const read = queryContext(client, tasks.queryKey, (all) => {
      expectTypeOf(all).toEqualTypeOf<Task[]>()
      return all.length
    })
    expectTypeOf(read).toEqualTypeOf<() => QueryContext<number>>()
    expectTypeOf(queryContext(client, tasks.queryKey)).toEqualTypeOf<() => QueryContext<Task[]>>()
    expectTypeOf(queryContext(client, ['other'])).toEqualTypeOf<() => QueryContext<unknown>>()
    queryContext(client, ['other'], (count: number) => count)
    useScope({ name: 'tasks', context: read })
  })
})

describe('mutationTool', () => {
  it('takes a mutation whose variables are the arguments', () => {
    const tool = mutationTool({
      client,
      name: 'add_task',
      description,
      parameters,
      mutation: { mutationFn: add, onMutate: () => 3 },
      invalidates: (data, args) => {
        expectTypeOf(data).toEqualTypeOf<Task>()
        expectTypeOf(args).toEqualTypeOf<{ title: string }>()
        return [tasks.queryKey]
      },
      optimistic: ({ title }, change) =>
        change(tasks.queryKey, (all) => {
          expectTypeOf(all).toEqualTypeOf<Task[]>()
          return [...all, { id: '', title }]
        }),
      undo: (call) => {
        expectTypeOf(call.result).toEqualTypeOf<Task>()
        expectTypeOf(call.args).toEqualTypeOf<{ title: string }>()
        expectTypeOf(call.signal).toEqualTypeOf<AbortSignal>()
      },
    })
    expectTypeOf(tool).toEqualTypeOf<Tool<{ title: string }, Task>>()
  })

  it('takes options that are there already, and what `useMutation` returned', () => {
    const options = mutationOptions({ mutationFn: add, onMutate: () => ({ at: 1 }) })
    const name = 'add_task'
    mutationTool({ client, name, description, parameters, mutation: options })
    useMutationTool({ client, name, description, parameters, mutation: useMutation(options) })
    useMutationTool({
      client,
      scope: useScope({ name: 'tasks' }),
      name,
      description,
      parameters,
      mutation: options,
      undo: ({ result }) => result.id,
    })
  })

  it('refuses one whose variables are others', () => {
    const mutation = { mutationFn: (id: number) => Promise.resolve(id) }
    // @ts-expect-error -- the schema gives an object
    mutationTool({ client, name: 'x', description, parameters, mutation })
    const wrong = jsonSchema<{ name: string }>({ type: 'object' })
    const named = { client, name: 'x', description, parameters: wrong }
    const titled = { mutationFn: add }
    // @ts-expect-error -- the mutation needs a title
    mutationTool({ ...named, mutation: titled })
  })
})
