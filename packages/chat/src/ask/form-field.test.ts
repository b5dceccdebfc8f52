import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type FormField, toFields } from './form-field.ts'
import { idOf, initialEntries, toAnswer } from './question-form.tsx'

const fieldsOf = (schema: z.ZodType): FormField[] =>
  toFields(schema['~standard'].jsonSchema.input({ target: 'draft-07' }), 'Answer')

const texts = { needed: 'needed', noJson: 'no JSON' }

const kinds = (fields: readonly FormField[]) =>
  fields.map((field) => [field.path.join('.'), field.kind === 'text' ? field.type : field.kind])

describe('toFields', () => {
  it('15 has a link for the only address that is an answer, by https alone', () => {
    const fieldOf = (url: string) =>
      toFields(
        { type: 'object', properties: { a: { type: 'string', format: 'uri', const: url } } },
        'A',
      )
    const fields = fieldOf('https://pay.example/?a=1')
    expect(fields).toMatchObject([{ kind: 'link', url: 'https://pay.example/?a=1' }])
    expect(toAnswer(fields, initialEntries(fields), texts).value).toEqual({
      a: 'https://pay.example/?a=1',
    })
    for (const url of ['http://pay.example', 'javascript:alert(1)', 'no']) {
      expect(fieldOf(url)).toMatchObject([{ kind: 'choice' }])
    }
  })

  it('has a field of its kind for each part of the answer', () => {
    const fields = fieldsOf(
      z.object({
        name: z.string(),
        email: z.email(),
        site: z.url(),
        day: z.iso.date(),
        at: z.iso.datetime(),
        story: z.string().max(2000),
        age: z.int().min(18),
        price: z.number(),
        agreed: z.boolean(),
        size: z.enum(['S', 'M']),
        only: z.literal('x'),
        tags: z.array(z.enum(['a', 'b'])),
        names: z.array(z.string()),
        rows: z.array(z.object({ a: z.string() })),
        anything: z.unknown(),
        home: z.object({ zip: z.string() }),
        maybe: z.string().nullable(),
      }),
    )
    expect(kinds(fields)).toEqual([
      ['name', 'text'],
      ['email', 'email'],
      ['site', 'url'],
      ['day', 'date'],
      ['at', 'datetime-local'],
      ['story', 'long'],
      ['age', 'number'],
      ['price', 'number'],
      ['agreed', 'check'],
      ['size', 'choice'],
      ['only', 'choice'],
      ['tags', 'choices'],
      ['names', 'lines'],
      ['rows', 'json'],
      ['anything', 'json'],
      ['home', 'group'],
      ['maybe', 'text'],
    ])
    expect(fields[6]).toMatchObject({ step: 1, min: 18 })
    expect(fields[6]).not.toHaveProperty('max')
    expect(fields[16]).toMatchObject({ isNullable: true, isRequired: true })
  })

  it('names fields by their title, else by their key, and tells what they are for', () => {
    const schema = z.object({
      firstName: z.string().describe('As in the passport'),
      zip_code: z.string().meta({ title: 'ZIP' }).optional(),
    })
    expect(fieldsOf(schema)).toMatchObject([
      { label: 'First name', hint: 'As in the passport', isRequired: true },
      { label: 'ZIP', isRequired: false },
    ])
  })

  it('asks for text without a schema, and for one value by a schema of no object', () => {
    expect(kinds(toFields(undefined, 'Answer'))).toEqual([['', 'text']])
    expect(kinds(fieldsOf(z.boolean()))).toEqual([['', 'check']])
  })

  it('follows references, also where they go round', () => {
    const Node = z.object({
      name: z.string(),
      get next() {
        return Node.optional()
      },
    })
    const [, next] = fieldsOf(Node)
    expect(next?.kind).toBe('group')
    expect(JSON.stringify(fieldsOf(Node))).toContain('"kind":"json"')
  })
})

describe('toAnswer', () => {
  it('begins with the defaults and reads each field as its type', () => {
    const schema = z.object({
      name: z.string().default('Ada'),
      age: z.number(),
      agreed: z.boolean().default(true),
      size: z.enum(['S', 'M']).default('M'),
      tags: z.array(z.enum(['a', 'b'])).default(['b']),
      names: z.array(z.string()).default(['x', 'y']),
      note: z.string().optional(),
      maybe: z.string().nullable(),
      home: z.object({ zip: z.string().optional() }).optional(),
      data: z.unknown(),
    })
    const fields = fieldsOf(schema)
    const entries = {
      ...initialEntries(fields),
      [idOf({ path: ['age'] })]: '42',
      [idOf({ path: ['data'] })]: '{"a":[1]}',
    }
    const { value, issues } = toAnswer(fields, entries, texts)
    expect(issues).toEqual([])
    expect(value).toEqual({
      name: 'Ada',
      age: 42,
      agreed: true,
      size: 'M',
      tags: ['b'],
      names: ['x', 'y'],
      maybe: null,
      data: { a: [1] },
    })
    expect(schema.safeParse(value).success).toBe(true)
  })

  it('says what is missing and what cannot be read', () => {
    const fields = fieldsOf(
      z.object({ name: z.string(), home: z.object({ zip: z.string() }), rows: z.array(z.json()) }),
    )
    const entries = { ...initialEntries(fields), [idOf({ path: ['rows'] })]: '[1,' }
    expect(toAnswer(fields, entries, texts).issues).toEqual([
      { message: 'needed', path: ['name'] },
      { message: 'needed', path: ['home', 'zip'] },
      { message: 'no JSON', path: ['rows'] },
    ])
  })

  it('reads one value where the answer is not an object', () => {
    const fields = fieldsOf(z.enum(['red', 'blue']))
    expect(toAnswer(fields, { [idOf({ path: [] })]: '1' }, texts)).toEqual({
      value: 'blue',
      issues: [],
    })
    expect(toAnswer(fields, {}, texts).issues).toEqual([{ message: 'needed' }])
  })
})
