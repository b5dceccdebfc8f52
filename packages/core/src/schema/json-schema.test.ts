import { describe, expect, it } from 'vitest'
import { jsonSchema } from '../index.ts'

/** Whether arguments with this member fit a schema of it. */
function fits(a: unknown, schema: object, more: object = {}): boolean {
  const given = { type: 'object', properties: { a: schema }, ...more }
  const checked = jsonSchema(given as never)['~standard'].validate({ a })
  if (checked instanceof Promise) throw new Error('It is checked later.')
  return checked.issues === undefined
}

const rows: [value: unknown, isFit: boolean, schema: object, more?: object][] = [
  [['x', 1], true, { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' } }],
  [[1, 1], false, { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' } }],
  [
    ['x', 1],
    true,
    { type: 'array', items: [{ type: 'string' }], additionalItems: { type: 'number' } },
  ],
  [['x', 'y'], false, { type: 'array', items: [{ type: 'string' }], additionalItems: false }],
  ['x', true, { $ref: '#named' }, { $defs: { A: { $anchor: 'named', type: 'string' } } }],
  [5, false, { $ref: '#/$defs/A', type: 'string' }, { $defs: { A: {} } }],
  [5, false, { $ref: '#/$defs/A%20B' }, { $defs: { 'A B': { type: 'string' } } }],
  [{ y: 2, x: 1 }, true, { enum: [{ x: 1, y: 2 }] }],
  ['x', true, { type: 'string', const: undefined }],
  ['z', false, { oneOf: [{ const: 'x' }, { const: 'y' }] }],
  ['x', true, { oneOf: [{ const: 'x' }, { const: 'y' }] }],
  ['x', false, { oneOf: [{ const: 'x' }, { type: 'string' }] }],
  [null, true, { anyOf: [{ type: 'string' }, { type: 'null' }] }],
  [5, false, { anyOf: [{ type: 'string' }, { type: 'null' }] }],
  [true, false, { anyOf: [{}], oneOf: [{ type: 'string' }, { type: 'number' }] }],
  [1, false, { anyOf: [{ type: 'string' }], oneOf: [{ type: 'number' }] }],
  [1, true, { anyOf: [{}, {}], oneOf: [{ type: 'string' }, { type: 'number' }] }],
  [5, false, { allOf: [{ type: 'string' }] }],
  [5, false, { not: { type: 'number' } }],
  [1e9, false, { type: 'number', maximum: 10 }],
  [1, false, { type: 'number', exclusiveMinimum: 1 }],
  ['😀😀😀', true, { type: 'string', maxLength: 3 }],
  ['abcd', false, { type: 'string', maxLength: 3 }],
  [[], false, { type: 'array', minItems: 1 }],
  [{ x: 1 }, false, { type: 'object', additionalProperties: false, properties: {} }],
  [{ x: 1 }, false, { type: 'object', additionalProperties: { type: 'string' } }],
  [
    { x: 1 },
    true,
    { type: 'object', additionalProperties: false, patternProperties: { '^x': {} } },
  ],
  [{}, false, { type: 'object', minProperties: 1 }],
  [1, false, false as never],
  ['../../etc', true, { type: 'string', pattern: '(a+)+$' }],
]

describe('jsonSchema', () => {
  it.each(rows)('checks %j, which fits (%s): %j', (value, isFit, schema, more) => {
    expect(fits(value, schema, more)).toBe(isFit)
  })

  it('ends for a schema that refers to itself', () => {
    const itself = { type: 'object', $ref: '#' } as const
    expect(jsonSchema(itself)['~standard'].validate({ a: 1 })).toMatchObject({
      issues: [{ message: 'the schema refers to itself' }],
    })
  })

  it('ends soon for references that double at each step', () => {
    const both = { allOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }] }
    const bomb = { type: 'object', ...both, $defs: { a: both } }
    const checked = jsonSchema(bomb as never)['~standard'].validate({ a: 1 })
    expect(checked).toMatchObject({ issues: [{}, {}] })
  })

  it('says where a fault is', () => {
    const schema = jsonSchema({
      type: 'object',
      properties: { list: { type: 'array', items: { type: 'number', maximum: 2 } } },
    })
    expect(schema['~standard'].validate({ list: [1, 3] })).toEqual({
      issues: [{ message: 'expected at most 2', path: ['list', 1] }],
    })
  })
})
