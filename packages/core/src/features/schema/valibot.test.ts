// isolated: nobody may have imported the support of Valibot.
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { AgentError, Tool } from '../../index.ts'
import type { StandardSchema } from '../../schema/parameters.ts'

const toolOf = <Args>(parameters: StandardSchema<unknown, Args>): Tool<Args> =>
  new Tool({ name: 'x', description: 'x', parameters, handler: (args: Args) => args })

describe('schema/valibot', () => {
  it('R1 is needed: without it construction throws, naming the import', () => {
    expect(() => toolOf(v.object({ a: v.string() }))).toThrow("import 'ambit/schema/valibot'")
  })

  it('R1 describes Valibot schemas, by what goes in', async () => {
    await import('./valibot.ts')
    const tool = toolOf(
      v.object({
        count: v.optional(v.pipe(v.number(), v.minValue(1), v.description('How many')), 3),
        length: v.pipe(
          v.string(),
          v.transform((text) => text.length),
        ),
      }),
    )
    expect(tool.jsonSchema).toMatchObject({
      type: 'object',
      properties: {
        count: { type: 'number', minimum: 1, description: 'How many', default: 3 },
        length: { type: 'string' },
      },
      required: ['length'],
    })
    expect(await tool.validate({ length: 'four' })).toEqual({ value: { count: 3, length: 4 } })
    expect(await tool.validate({ count: 'x' })).toMatchObject({
      issues: [{ path: ['count'] }, { path: ['length'] }],
    })
  })

  it('R1 refuses what JSON cannot say, saying what to use', async () => {
    await import('./valibot.ts')
    expect(() => toolOf(v.object({ at: v.date() }))).toThrow(AgentError)
    expect(() => toolOf(v.object({ at: v.date() }))).toThrow('a string with a format')
  })
})
