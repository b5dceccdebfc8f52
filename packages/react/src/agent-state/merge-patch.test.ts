import { jsonSchema, Tool } from '@ambit/core'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { applyPatch, missingIn, toPatchSchema } from './merge-patch.ts'

const schemaOf = (schema: z.ZodObject) =>
  new Tool({ name: 'x', description: 'x', parameters: schema, handler: () => 1 }).jsonSchema

describe('applyPatch', () => {
  // The examples of RFC 7396, appendix A.
  it.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('%j with %j is %j', (target, patch, expected) => {
    expect(applyPatch(target, patch, true)).toEqual(expected)
  })

  it('sets a member to null if its schema says that it may be null', () => {
    const schema = schemaOf(
      z.object({
        city: z.string().nullable(),
        note: z.string().optional(),
        by: z.record(z.string(), z.number().nullable()),
        each: z.record(z.string(), z.number()),
      }),
    )
    const target = { city: 'Rome', note: 'x', by: { a: 1 }, each: { a: 1, b: 2 } }
    const patch = { city: null, note: null, by: { a: null }, each: { a: null } }
    expect(applyPatch(target, patch, schema)).toEqual({
      city: null,
      by: { a: null },
      each: { b: 2 },
    })
  })

  it('changes a part of an object that may be null', () => {
    const at = z.object({ city: z.string().nullable(), zip: z.string().optional() })
    const schema = schemaOf(z.object({ at: at.nullable() }))
    const target = { at: { city: 'Rome', zip: '1' } }
    expect(applyPatch(target, { at: { city: null } }, schema)).toEqual({
      at: { city: null, zip: '1' },
    })
    expect(applyPatch(target, { at: null }, schema)).toEqual({ at: null })
    const [object] = Object(toPatchSchema(schema).properties?.['at']).anyOf
    expect(object).not.toHaveProperty('required')
  })

  const kinds = [
    z.looseObject({ kind: z.literal('a'), model: z.string() }),
    z.looseObject({ kind: z.literal('b'), command: z.string(), note: z.string().optional() }),
  ] as const
  it.each([
    ['a union', z.union(kinds)],
    ['a discriminated union', z.discriminatedUnion('kind', [...kinds])],
  ])('changes the kind of %s as a whole, and one kind in part', (_what, step) => {
    const schema = schemaOf(z.object({ step }))
    const a = { step: { kind: 'a', model: 'm' } }
    const b = { step: { kind: 'b', command: 'c', note: 'n' } }
    expect(applyPatch(a, { step: { kind: 'b', command: 'c' } }, schema)).toEqual({
      step: { kind: 'b', command: 'c' },
    })
    expect(applyPatch(b, { step: { command: 'd', note: null } }, schema)).toEqual({
      step: { kind: 'b', command: 'd' },
    })
    const same = applyPatch(b, { step: { kind: 'b', command: 'd' } }, schema)
    expect(same).toEqual({ step: { kind: 'b', command: 'd', note: 'n' } })
  })

  it('changes neither value, and no prototype', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (target, patch) => {
        const before = JSON.stringify([target, patch])
        const once = applyPatch(target, patch, true)
        expect(JSON.stringify([target, patch])).toBe(before)
        // What a patch says holds after it, so a second time changes nothing.
        expect(applyPatch(once, patch, true)).toEqual(once)
      }),
    )
    const made = applyPatch({}, JSON.parse('{"__proto__":{"admin":true}}'), true) as object
    expect(Reflect.get(made, 'admin')).toBeUndefined()
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype)
  })
})

describe('toPatchSchema', () => {
  it('requires nothing, and lets null remove what is optional', () => {
    const schema = schemaOf(
      z.object({
        city: z.string(),
        price: z.object({ from: z.number(), to: z.number().optional() }),
        tags: z.array(z.object({ id: z.string() })),
      }),
    )
    const patch = jsonSchema(toPatchSchema(schema))['~standard']
    const fits = (value: unknown) => !('issues' in Object(patch.validate(value)))
    expect(fits({})).toBe(true)
    expect(fits({ price: { to: null } })).toBe(true)
    expect(fits({ price: { from: null } })).toBe(false)
    expect(fits({ city: null })).toBe(false)
    // The things of a list are whole.
    expect(fits({ tags: [{}] })).toBe(false)
  })
})

describe('toPatchSchema of records', () => {
  it('takes a part of an entry, and null for an entry that goes', () => {
    const entry = z.object({ text: z.string(), done: z.boolean() })
    const schema = schemaOf(z.object({ byId: z.record(z.string(), entry) }))
    const patch = jsonSchema(toPatchSchema(schema))['~standard']
    const fits = (value: unknown) => !('issues' in Object(patch.validate(value)))
    expect(fits({ byId: { a: { done: true }, b: null } })).toBe(true)
    expect(fits({ byId: { a: { done: 1 } } })).toBe(false)
  })
})

describe('missingIn', () => {
  it('lists what a patch gives and a value does not have, but not what was removed', () => {
    const patch = { a: 1, b: { c: 1, d: 2 }, e: null, f: 1 }
    expect(missingIn({ a: 2, b: { c: 1 } }, patch)).toEqual([['b', 'd'], ['f']])
  })
})
