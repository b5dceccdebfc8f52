import { type Agent, createAgent, jsonSchema, type ToolContext } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import { type } from 'arktype'
import { describe, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import {
  AgentProvider,
  type ScopeHandle,
  AgentScope,
  useAgent,
  useMessage,
  useScope,
  useTool,
  useCallRecord,
} from '../index.ts'

describe('useTool', () => {
  it('infers the arguments from a zod schema, after its defaults and transforms', () => {
    useTool({
      name: 'add',
      description: 'Adds.',
      parameters: z.object({
        title: z.string(),
        column: z.enum(['todo', 'done']).default('todo'),
        points: z.string().transform(Number).optional(),
      }),
      handler: (args, ctx) => {
        expectTypeOf(args).toEqualTypeOf<{
          title: string
          column: 'todo' | 'done'
          points?: number | undefined
        }>()
        expectTypeOf(ctx).toEqualTypeOf<ToolContext>()
      },
    })
  })

  it('infers them from other schemas', () => {
    useTool({
      name: 'add',
      description: 'Adds.',
      parameters: type({ title: 'string', 'count?': 'number' }),
      handler: (args) => expectTypeOf(args).toEqualTypeOf<{ title: string; count?: number }>(),
    })
    useTool({
      name: 'add',
      description: 'Adds.',
      parameters: jsonSchema<{ id: number }>({ type: 'object' }),
      handler: ({ id }) => expectTypeOf(id).toEqualTypeOf<number>(),
    })
  })

  it('has no arguments without a schema', () => {
    useTool({
      name: 'clear',
      description: 'Clears.',
      handler: (args) => expectTypeOf(args).toEqualTypeOf<Record<string, never>>(),
    })
  })

  it('takes a function that is there already, when it takes what the schema gives', () => {
    const parameters = z.object({ id: z.string() })
    const open = (at: { id: string; place?: string }) => at.id
    useTool({ name: 'open', description: 'Opens.', parameters, handler: open })
    const count = (at: { id: number }) => at.id
    // @ts-expect-error -- the schema gives a string
    useTool({ name: 'open', description: 'Opens.', parameters, handler: count })
  })

  it('infers the arguments and the result for the groups', () => {
    useTool({
      name: 'look',
      description: 'Looks.',
      parameters: z.object({ at: z.string(), zoom: z.number().default(1) }),
      approval: {
        when: (args, ctx) => {
          expectTypeOf(args).toEqualTypeOf<{ at: string; zoom: number }>()
          expectTypeOf(ctx).toEqualTypeOf<ToolContext>()
          return args.zoom > 1
        },
        preview: ({ zoom }) => expectTypeOf(zoom).toEqualTypeOf<number>(),
        binds: ({ at }) => expectTypeOf(at).toEqualTypeOf<string>(),
        remember: ({ at }) => {
          expectTypeOf(at).toEqualTypeOf<string>()
          return at
        },
      },
      handler: async () => ({ width: 3 }),
      result: {
        toModel: (result) => {
          expectTypeOf(result).toEqualTypeOf<{ width: number }>()
          return `${result.width} wide`
        },
      },
      resume: {
        reconcile: (call) => {
          expectTypeOf(call.idempotencyKey).toEqualTypeOf<string>()
          return { result: { width: 4 } }
        },
      },
    })
    useTool({
      name: 'look',
      description: 'Looks.',
      parameters: z.object({ zoom: z.number() }),
      approval: ({ zoom }) => {
        expectTypeOf(zoom).toEqualTypeOf<number>()
        return zoom > 1
      },
      handler: () => undefined,
    })
  })

  it('refuses what does not fit a group, and options outside of theirs', () => {
    const own = { name: 'look', description: 'Looks.', handler: async () => ({ width: 3 }) }
    // @ts-expect-error -- a rule has no such member
    useTool({ ...own, approval: { ask: true } })
    // @ts-expect-error -- the handler gives no `height`
    useTool({ ...own, result: { toModel: ({ height }) => String(height) } })
    // @ts-expect-error -- not what the handler gives
    useTool({ ...own, resume: { reconcile: () => ({ result: 3 }) } })
    // @ts-expect-error -- no duration
    useTool({ ...own, run: { timeout: 'soon' } })
    // @ts-expect-error -- `approval`
    useTool({ ...own, requiresApproval: true })
    // @ts-expect-error -- `result: { toModel }`
    useTool({ ...own, toModelOutput: () => 'x' })
    const shown = { name: 'show', description: 'Shows.', render: () => null }
    useTool({ ...shown, result: { silent: true } })
    // @ts-expect-error -- without a handler there is no result to tell
    useTool({ ...shown, result: { toModel: () => 'x' } })
  })

  it('takes what `useScope` returns', () => {
    const scope = useScope({ name: 'orders', context: () => ({ count: 1 }) })
    expectTypeOf(scope).toEqualTypeOf<ScopeHandle>()
    useTool({ scope, name: 'open', description: 'Opens.', handler: () => undefined })
  })
})

describe('useAgent', () => {
  it('returns what a chat needs', () => {
    const { agent, status, chat, resume, cancel, error, queue } = useAgent()
    expectTypeOf(agent).toEqualTypeOf<Agent>()
    expectTypeOf(status).toEqualTypeOf<'idle' | 'running' | 'settling' | 'waiting'>()
    expectTypeOf(error).toEqualTypeOf<Error | undefined>()
    expectTypeOf(queue[0]?.runId).toEqualTypeOf<string | undefined>()
    expectTypeOf(chat).parameter(0).extract<string>().toEqualTypeOf<string>()
    const buttons = (
      <>
        <button onClick={cancel}>Stop</button>
        <button onClick={() => resume()}>Try again</button>
      </>
    )
    expectTypeOf(buttons).not.toBeAny()
  })

  it('tells messages apart by their role', () => {
    for (const message of useAgent().messages) {
      if (message.role === 'tool') expectTypeOf(message.name).toEqualTypeOf<string>()
    }
    const message = useMessage('1')
    if (message?.role === 'assistant') {
      expectTypeOf(message.content).toEqualTypeOf<string | undefined>()
    }
    expectTypeOf(useCallRecord('1')?.input).toEqualTypeOf<string | undefined>()
  })
})

describe('AgentProvider', () => {
  it('takes an agent or a function that makes one', () => {
    const agent = createAgent({ model: scriptedModel([]) })
    const trees = (
      <>
        <AgentProvider agent={agent} />
        <AgentProvider agent={() => agent} />
        <AgentScope name="rows" label="Rows" context={() => [1]} />
        {/* @ts-expect-error -- a promise is not an agent */}
        <AgentProvider agent={async () => agent} />
      </>
    )
    expectTypeOf(trees).not.toBeAny()
  })
})
