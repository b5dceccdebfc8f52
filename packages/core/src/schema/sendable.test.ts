import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { jsonSchema, Tool } from '../index.ts'
import { toSendableSchema } from './sendable.ts'

const toolOf = (parameters: ConstructorParameters<typeof Tool>[0]['parameters'], name = 'save') =>
  new Tool({ name, description: 'Saves.', parameters: parameters as never, handler: () => 1 })

describe('the schema of a tool, as it is sent', () => {
  it('has tuples as 2020-12 knows them, also in lists and with a rest', () => {
    const tool = toolOf(
      z.object({
        to: z.tuple([z.number(), z.string()]),
        way: z.array(z.tuple([z.number()], z.string())),
      }),
    )
    const sent = toSendableSchema(tool.jsonSchema)
    expect(sent.properties).toMatchObject({
      to: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }] },
      way: { items: { prefixItems: [{ type: 'number' }], items: { type: 'string' } } },
    })
    expect(JSON.stringify(sent)).not.toMatch(/"items":\[|additionalItems|\$schema/)
  })

  it('has no keyword at the top that providers refuse, and keeps the members it names', async () => {
    const given = {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      anyOf: [{ required: ['a'] }, { properties: { b: { type: 'number' } }, required: ['b'] }],
      allOf: [{ properties: { c: { type: 'boolean' } }, required: ['c'] }],
      not: { required: ['d'] },
    } as const
    expect(toSendableSchema(toolOf(jsonSchema(given as never)).jsonSchema)).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'number' }, c: { type: 'boolean' } },
      required: ['a', 'c'],
    })
  })

  it('has the bounds of 2020-12, and no keyword that is null', () => {
    const given = {
      type: 'object',
      properties: {
        n: {
          type: 'number',
          minimum: 1,
          exclusiveMinimum: true,
          maximum: 9,
          exclusiveMaximum: false,
        },
        none: { type: 'object', properties: null, required: null },
        null: { const: null, default: null },
      },
      required: null,
    }
    expect(toSendableSchema(given as never)).toEqual({
      type: 'object',
      properties: {
        n: { type: 'number', exclusiveMinimum: 1, maximum: 9 },
        none: { type: 'object' },
        null: { const: null, default: null },
      },
    })
  })

  it('is the very schema that was given, if nothing has to be mended', () => {
    const given = {
      type: 'object',
      properties: {
        a: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
      },
      $defs: { x: { type: 'object', required: ['y'] } },
    } as const
    expect(toSendableSchema(given as never)).toBe(given)
  })

  it.each(['姓名', 'user[email]', 'first name', '$filter', '@type', 'a'.repeat(70)])(
    'is refused for the member %s when the tool is made, by the names of both',
    (key) => {
      const deep = z.object({ list: z.array(z.object({ [key]: z.string() })) })
      for (const schema of [z.object({ [key]: z.string() }), deep]) {
        expect(() => toolOf(schema)).toThrow('tool "save"')
        expect(() => toolOf(schema)).toThrow(key.slice(0, 40))
      }
    },
  )

  it('is refused for a file, which no model can give', () => {
    expect(() => toolOf(z.object({ photo: z.file() }))).toThrow('cannot be written as JSON Schema')
  })
})

describe('the name of a tool', () => {
  it.each(['2fa_reset', '-x', 'a b', '', 'n'.repeat(65)])('is refused: %s', (name) => {
    expect(() => toolOf(undefined, name)).toThrow(JSON.stringify(name).slice(0, 40))
  })
})
