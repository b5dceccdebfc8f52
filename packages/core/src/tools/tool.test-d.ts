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

  it('infers the result, awaited, for toModelOutput', () => {
    new Tool({
      ...about,
      handler: () => Promise.resolve({ url: 'x' }),
      result: {
        toModel: (result) => {
          expectTypeOf(result).toEqualTypeOf<{ url: string }>()
          return result.url
        },
      },
    })
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
