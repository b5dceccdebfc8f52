import * as z from 'zod3'
import { beforeAll, describe, expect, it } from 'vitest'
import { Tool } from '../../index.ts'
import type { StandardSchema } from '../../schema/parameters.ts'

const toolOf = <Args>(parameters: StandardSchema<unknown, Args>): Tool<Args> =>
  new Tool({ name: 'x', description: 'x', parameters, handler: (args: Args) => args })

beforeAll(() => import('./zod3.ts'))

describe('schema/zod3', () => {
  it('R1 describes and checks schemas of zod 3, by what goes in', async () => {
    const tool = toolOf(
      z.object({
        count: z.number().min(1).max(9).default(3).describe('How many'),
        mail: z.string().email().optional(),
        kind: z.enum(['a', 'b']).nullable(),
        length: z.string().transform((text) => text.length),
        on: z.coerce.date(),
      }),
    )
    expect(tool.jsonSchema).toMatchObject({
      type: 'object',
      properties: {
        count: { type: 'number', minimum: 1, maximum: 9, default: 3, description: 'How many' },
        mail: { type: 'string', format: 'email' },
        kind: { anyOf: [{ type: 'string', enum: ['a', 'b'] }, { type: 'null' }] },
        length: { type: 'string' },
        on: { type: 'string', format: 'date-time' },
      },
      required: ['kind', 'length', 'on'],
    })
    const given = { kind: null, length: 'four', on: '2026-01-01' }
    expect(await tool.validate(given)).toEqual({
      value: { count: 3, kind: null, length: 4, on: new Date('2026-01-01') },
    })
    expect(await tool.validate({ ...given, length: 4 })).toMatchObject({
      issues: [{ path: ['length'] }],
    })
  })

  it('a schema used twice is written twice; one that holds itself refers to itself', () => {
    const address = z.object({ city: z.string() })
    const twice = toolOf(z.object({ from: address, to: address }))
    expect(twice.jsonSchema.properties?.['to']).toEqual(twice.jsonSchema.properties?.['from'])

    interface Node {
      name: string
      parts?: Node[] | undefined
    }
    const node: z.ZodType<Node> = z.lazy(() =>
      z.object({ name: z.string(), parts: z.array(node).optional() }),
    )
    expect(toolOf(z.object({ root: node })).jsonSchema.properties?.['root']).toMatchObject({
      properties: { parts: { items: { $ref: '#/properties/root' } } },
    })
  })

  it('refuses what JSON cannot say, saying what to use', () => {
    expect(() => toolOf(z.object({ at: z.date() }))).toThrow('a string with a format')
    expect(() => toolOf(z.object({ at: z.date() }))).toThrow('#/properties/at')
    for (const wrong of [z.bigint(), z.map(z.string(), z.string()), z.symbol(), z.function()]) {
      expect(() => toolOf(z.object({ wrong }))).toThrow('cannot be written as JSON Schema')
    }
    expect(() => toolOf(z.string() as never)).toThrow('not an object at the top level')
  })
})
