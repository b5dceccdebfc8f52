// isolated: nobody may have imported the support of Zod 3.
import * as mini from 'zod/mini'
import * as z3 from 'zod3'
import * as z from 'zod3/v4'
import { describe, expect, it } from 'vitest'
import { AgentError, Tool } from '../../index.ts'
import type { StandardSchema } from '../../schema/parameters.ts'

const toolOf = <Args>(parameters: StandardSchema<unknown, Args>): Tool<Args> =>
  new Tool({ name: 'x', description: 'x', parameters, handler: (args: Args) => args })

describe('without schema/zod', () => {
  it('R1 construction throws, naming the import', () => {
    for (const parameters of [z.object({ a: z.string() }), mini.object({ a: mini.string() })]) {
      expect(() => toolOf(parameters)).toThrow("import 'ambit/schema/zod'")
    }
  })
})

describe('schema/zod', () => {
  it('R1 describes schemas of zod 3.25 v4, by what goes in', async () => {
    await import('./zod.ts')
    const tool = toolOf(
      z.object({
        count: z.number().min(1).max(9).default(3).describe('How many'),
        mail: z.email().optional(),
        length: z.string().transform((text) => text.length),
      }),
    )
    expect(tool.jsonSchema).toMatchObject({
      type: 'object',
      properties: {
        count: { type: 'number', minimum: 1, maximum: 9, default: 3, description: 'How many' },
        mail: { type: 'string', format: 'email' },
        length: { type: 'string' },
      },
      required: ['length'],
    })
    expect(await tool.validate({ length: 'four' })).toEqual({ value: { count: 3, length: 4 } })
    expect(await tool.validate({ length: 4 })).toMatchObject({ issues: [{ path: ['length'] }] })
  })

  it('R1 describes schemas of zod/mini', async () => {
    await import('./zod.ts')
    const tool = toolOf(
      mini.object({ a: mini.number().check(mini.minimum(2)), b: mini.optional(mini.string()) }),
    )
    expect(tool.jsonSchema).toMatchObject({
      properties: { a: { type: 'number', minimum: 2 }, b: { type: 'string' } },
      required: ['a'],
    })
    expect(await tool.validate({ a: 1 })).toHaveProperty('issues')
  })

  it('R1 refuses what JSON cannot say, saying what to use', async () => {
    await import('./zod.ts')
    expect(() => toolOf(z.object({ at: z.date() }))).toThrow('a string with a format')
    expect(() => toolOf(mini.object({ n: mini.bigint() }))).toThrow(AgentError)
  })

  it('R1 a schema of zod 3 is refused with the one import that it needs', async () => {
    await import('./zod.ts')
    const make = (): unknown => toolOf(z3.object({ a: z3.string() }))
    expect(make).toThrow("import 'ambit/schema/zod3'")
    expect(make).toThrow('`zod-to-json-schema`')
  })

  it('a schema of a zod before 3.24 is refused in words', () => {
    const { '~standard': _, ...old } = z3.object({ a: z3.string() })
    expect(() => toolOf(old as never)).toThrow('a zod before 3.24. Update zod')
  })
})
