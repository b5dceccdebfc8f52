import * as v from 'valibot'
import * as mini from 'zod/mini'
import * as z3 from 'zod3/v4'
import { type } from 'arktype'
import { describe, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import {
  type AnyTool,
  Scope,
  Tool,
  type ToolContext,
  createAgent,
  jsonSchema,
  resourceTools,
} from '../index.ts'
import type { LanguageModelV4 } from '@ai-sdk/provider'

const about = { name: 'x', description: 'x' }

describe('Tool', () => {
  it('infers what a handler gets from the schema, after defaults and transforms', () => {
    new Tool({
      ...about,
      parameters: z.object({
        title: z.string(),
        count: z.number().default(1),
        at: z.string().transform((text) => new Date(text)),
      }),
      handler: (args, ctx) => {
        expectTypeOf(args).toEqualTypeOf<{ title: string; count: number; at: Date }>()
        expectTypeOf(ctx).toEqualTypeOf<ToolContext>()
      },
    })
    new Tool({
      ...about,
      parameters: z3.object({ a: z3.number().optional() }),
      handler: (args) => expectTypeOf(args).toEqualTypeOf<{ a?: number | undefined }>(),
    })
    new Tool({
      ...about,
      parameters: mini.object({ a: mini.string() }),
      handler: (args) => expectTypeOf(args).toEqualTypeOf<{ a: string }>(),
    })
    new Tool({
      ...about,
      parameters: v.object({ a: v.optional(v.number(), 3) }),
      handler: (args) => expectTypeOf(args).toEqualTypeOf<{ a: number }>(),
    })
    new Tool({
      ...about,
      parameters: type({ a: 'string' }),
      handler: (args) => expectTypeOf(args).toEqualTypeOf<{ a: string }>(),
    })
    new Tool({
      ...about,
      parameters: jsonSchema<{ a: 'b' }>({ type: 'object' }),
      handler: (args) => expectTypeOf(args).toEqualTypeOf<{ a: 'b' }>(),
    })
    new Tool({
      ...about,
      parameters: jsonSchema({ type: 'object' }),
      handler: (args) => expectTypeOf(args).toEqualTypeOf<Record<string, unknown>>(),
    })
  })

  it('infers the result, awaited, for `result.toModel`', () => {
    new Tool({
      ...about,
      handler: () => Promise.resolve({ url: 'x' }),
      result: {
        toModel: (result, args) => {
          expectTypeOf(result).toEqualTypeOf<{ url: string }>()
          expectTypeOf(args).toEqualTypeOf<Readonly<Record<string, unknown>>>()
          return result.url
        },
      },
    })
  })

  it('infers the arguments for `approval`, alone and in its object', () => {
    const parameters = z.object({ to: z.string(), amount: z.number().default(1) })
    interface Payment {
      to: string
      amount: number
    }
    new Tool({
      ...about,
      parameters,
      approval: (args, ctx) => {
        expectTypeOf(args).toEqualTypeOf<Payment>()
        expectTypeOf(ctx).toEqualTypeOf<ToolContext>()
        return args.amount > 100
      },
      handler: () => 1,
    })
    new Tool({
      ...about,
      parameters,
      approval: {
        when: async (args) => {
          expectTypeOf(args).toEqualTypeOf<Payment>()
          return args.amount > 100
        },
        preview: (args, ctx) => {
          expectTypeOf(args).toEqualTypeOf<Payment>()
          expectTypeOf(ctx).toEqualTypeOf<ToolContext>()
          return `${args.amount} to ${args.to}`
        },
        binds: (args) => {
          expectTypeOf(args).toEqualTypeOf<Payment>()
          return args.to
        },
        remember: (args) => {
          expectTypeOf(args).toEqualTypeOf<Payment>()
          return args.amount > 20 ? undefined : args.to
        },
      },
      handler: () => 1,
    })
  })

  it('infers all groups of one tool together', () => {
    const tool = new Tool({
      ...about,
      parameters: z.object({ query: z.string(), limit: z.number().default(10) }),
      effect: 'read',
      approval: { when: ({ limit }) => limit > 100, preview: ({ query }) => query },
      handler: async ({ query, limit }) => ({ query, found: limit }),
      result: { toModel: ({ found }) => found.toFixed(), cache: { ttl: '5m', key: 'web' } },
      run: {
        timeout: '10s',
        retry: { attempts: 2, delay: '1s' },
        cost: { tokens: 10, usd: 0.01, custom: { searches: 1 } },
      },
      resume: { how: 'again', reconcile: () => ({ result: { query: 'x', found: 1 } }) },
      provider: { strict: true, examples: [{ query: 'x' }], options: { anthropic: {} } },
    })
    expectTypeOf(tool).toEqualTypeOf<
      Tool<{ query: string; limit: number }, { query: string; found: number }>
    >()
  })

  it('has reconcile give what the handler gives', () => {
    const pay = { ...about, handler: async () => ({ id: 'p1' }) }
    new Tool({
      ...pay,
      resume: {
        reconcile: async ({ idempotencyKey }) => {
          expectTypeOf(idempotencyKey).toEqualTypeOf<string>()
          return { result: { id: 'p1' } }
        },
      },
    })
    new Tool({ ...pay, resume: { how: 'ask', reconcile: () => undefined } })
    // @ts-expect-error -- not what the handler gives
    new Tool({ ...pay, resume: { reconcile: () => ({ result: 1 }) } })
  })

  it('infers what `undo`, `outputSchema` and `result` get from the handler', () => {
    const tool = new Tool({
      ...about,
      parameters: z.object({ id: z.string(), euros: z.coerce.number() }),
      handler: async () => ({ refundId: 7 }),
      undo: ({ args, result, signal }) => {
        expectTypeOf(args).toEqualTypeOf<{ id: string; euros: number }>()
        expectTypeOf(result).toEqualTypeOf<{ refundId: number }>()
        expectTypeOf(signal).toEqualTypeOf<AbortSignal>()
      },
      outputSchema: z.object({ refundId: z.number() }),
      result: { toModel: ({ refundId }) => refundId.toFixed() },
    })
    expectTypeOf(tool).toEqualTypeOf<Tool<{ id: string; euros: number }, { refundId: number }>>()
    new Tool({
      ...about,
      handler: () => 1,
      undo: ({ result }) => expectTypeOf(result).toEqualTypeOf<number>(),
    })
  })

  it('takes the words of the AI SDK, MCP and WebMCP', () => {
    const tool = new Tool({
      ...about,
      inputSchema: z.object({ a: z.number() }),
      outputSchema: z.number(),
      execute: ({ a }, ctx) => {
        expectTypeOf(a).toEqualTypeOf<number>()
        expectTypeOf(ctx).toEqualTypeOf<ToolContext>()
        return a + 1
      },
      undo: ({ args, result }) => {
        expectTypeOf(args).toEqualTypeOf<{ a: number }>()
        expectTypeOf(result).toEqualTypeOf<number>()
      },
    })
    expectTypeOf(tool).toEqualTypeOf<Tool<{ a: number }, number>>()
  })

  it('takes a subject that takes no arguments', () => {
    const own = { ...about, handler: () => 1 }
    new Tool({ ...own, subject: 'a' })
    new Tool({ ...own, subject: 7 })
    new Tool({ ...own, subject: { id: 7, label: 'The seventh' } })
    new Tool({ ...own, subject: () => undefined })
    new Tool({ ...own, subject: () => ({ id: 'a' }) })
    new Scope({ name: 's', subject: () => 'a' })
    // @ts-expect-error -- it gets no arguments
    new Tool({ ...own, subject: ({ id }: { id: string }) => id })
    // @ts-expect-error -- it returns at once
    new Tool({ ...own, subject: async () => 'a' })
    // @ts-expect-error -- an id is a text or a number
    new Tool({ ...own, subject: { id: true } })
    // @ts-expect-error -- a label is text
    new Tool({ ...own, subject: { id: 'a', label: 7 } })
    // @ts-expect-error -- a thing has an id
    new Tool({ ...own, subject: () => ({ label: 'a' }) })
    // @ts-expect-error -- a scope has no list of subjects
    new Scope({ name: 's', subject: ['a'] })
  })

  it('refuses a mixture of words, and a tool without a function', () => {
    const parameters = z.object({ a: z.number() })
    // @ts-expect-error -- two functions
    new Tool({ ...about, parameters, handler: () => 1, execute: () => 1 })
    // @ts-expect-error -- two schemas
    new Tool({ ...about, parameters, inputSchema: parameters, handler: () => 1 })
    // @ts-expect-error -- one word of each pair
    new Tool({ ...about, inputSchema: parameters, handler: () => 1 })
    // @ts-expect-error -- one word of each pair
    new Tool({ ...about, parameters, execute: () => 1 })
    // @ts-expect-error -- no function
    new Tool({ ...about, parameters })
    // @ts-expect-error -- no function
    new Tool({ ...about, inputSchema: parameters })
  })

  it('refuses what does not fit the result or the arguments', () => {
    const parameters = z.object({ id: z.string() })
    const own = { ...about, parameters, handler: () => 1 }
    // @ts-expect-error -- the handler gives a number
    new Tool({ ...own, outputSchema: z.string() })
    // @ts-expect-error -- a number has no `url`
    new Tool({ ...own, undo: ({ result }) => result.url })
    // @ts-expect-error -- the schema has no `amount`
    new Tool({ ...own, undo: ({ args }) => args.amount })
    // @ts-expect-error -- one argument with all of it
    new Tool({ ...own, undo: (args: { id: string }, result: number) => [args, result] })
    // @ts-expect-error -- a kind of callers is text
    new Tool({ ...own, visible: { outside: [1] } })
    // @ts-expect-error -- `visible: { outside }`
    new Tool({ ...own, expose: false })
    // @ts-expect-error -- `visible: { outside }`
    new Scope({ name: 's', expose: false })
  })

  it('fits wherever tools go, whatever its arguments', () => {
    const tool = new Tool({
      ...about,
      parameters: z.object({ title: z.string() }),
      handler: ({ title }) => title.length,
    })
    const none = new Tool({ ...about, handler: () => undefined })
    const later = new Tool({
      ...about,
      parameters: z.object({ n: z.number() }),
      handler: async ({ n }) => n,
      result: { toModel: (n) => n.toFixed() },
    })
    expectTypeOf(tool).toExtend<AnyTool>()
    expectTypeOf(none).toExtend<AnyTool>()
    expectTypeOf(later).toExtend<AnyTool>()
    const model = {} as LanguageModelV4
    const agent = createAgent({
      model,
      tools: [tool, none, later],
      scopes: [new Scope({ name: 's', tools: [tool, none, later] })],
    })
    void agent.chat('hi', { tools: ['x', tool, none] })
  })

  it('refuses what is wrong', () => {
    // @ts-expect-error -- no description
    new Tool({ name: 'x', handler: () => 1 })
    // @ts-expect-error -- no duration
    new Tool({ ...about, handler: () => 1, run: { timeout: 'soon' } })
    new Tool({
      ...about,
      parameters: z.object({ a: z.string() }),
      // @ts-expect-error -- the schema has no `b`
      handler: ({ b }) => b as unknown,
    })
  })

  it('refuses what does not fit a group', () => {
    const parameters = z.object({ id: z.string() })
    const handler = () => ({ url: 'x' })
    const own = { ...about, parameters, handler }
    // @ts-expect-error -- neither a boolean nor a function
    new Tool({ ...own, approval: 'always' })
    // @ts-expect-error -- no boolean
    new Tool({ ...own, approval: () => 'yes' })
    // @ts-expect-error -- the schema has no `amount`
    new Tool({ ...own, approval: { when: ({ amount }) => Boolean(amount) } })
    // @ts-expect-error -- a rule has no such member
    new Tool({ ...own, approval: { ask: true } })
    // @ts-expect-error -- a key is a text
    new Tool({ ...own, approval: { remember: () => 5 } })
    // @ts-expect-error -- the handler gives no `title`
    new Tool({ ...own, result: { toModel: ({ title }) => String(title) } })
    // @ts-expect-error -- neither a text nor parts
    new Tool({ ...own, result: { toModel: () => 5 } })
    // @ts-expect-error -- no `ttl`
    new Tool({ ...own, result: { cache: { key: 'a' } } })
    // @ts-expect-error -- no duration
    new Tool({ ...own, run: { retry: { attempts: 2, delay: 'soon' } } })
    // @ts-expect-error -- a sandbox is told its `network`
    new Tool({ ...own, run: { sandbox: { allowNetwork: false } } })
    // @ts-expect-error -- own amounts are in `custom`
    new Tool({ ...own, run: { cost: { searches: 1 } } })
    // @ts-expect-error -- no such way
    new Tool({ ...own, resume: { how: 'rerun' } })
    // @ts-expect-error -- the schema has no `name`
    new Tool({ ...own, provider: { examples: [{ name: 'x' }] } })
  })

  it('refuses options outside of their groups', () => {
    const own = { ...about, handler: () => 1 }
    // @ts-expect-error -- `approval`
    new Tool({ ...own, requiresApproval: true })
    // @ts-expect-error -- `approval: { preview }`
    new Tool({ ...own, preview: () => 'x' })
    // @ts-expect-error -- `result: { untrusted }`
    new Tool({ ...own, untrusted: true })
    // @ts-expect-error -- `result: { silent }`
    new Tool({ ...own, mode: 'silent' })
    // @ts-expect-error -- `run: { timeout }`
    new Tool({ ...own, timeout: '1s' })
    // @ts-expect-error -- `resume: { how }`
    new Tool({ ...own, onResume: 'ask' })
    // @ts-expect-error -- `provider: { strict }`
    new Tool({ ...own, strict: true })
  })
})

describe('resourceTools', () => {
  it('infers what each handler gets', () => {
    const tools = resourceTools('orders', {
      get: {
        description: 'x',
        parameters: z.object({ id: z.string() }),
        handler: (args) => expectTypeOf(args).toEqualTypeOf<{ id: string }>(),
      },
      search: {
        description: 'x',
        parameters: z.object({ limit: z.number().default(10) }),
        handler: (args) => expectTypeOf(args).toEqualTypeOf<{ limit: number }>(),
      },
    })
    expectTypeOf(tools).toExtend<AnyTool[]>()
  })
})
