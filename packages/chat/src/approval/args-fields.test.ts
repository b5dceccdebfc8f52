import type { PendingApproval } from '@ambit/core'
import { describe, expect, it } from 'vitest'
import { englishApproval } from './approval-strings.ts'
import { formArgs, fromFields, toFields } from './args-fields.ts'

const request = (
  args: PendingApproval['args'],
  parameters: PendingApproval['parameters'] = { type: 'object' },
) => ({ args, parameters }) as PendingApproval

const textsOf = (fields: ReturnType<typeof toFields>) =>
  Object.fromEntries(fields.map(({ name, text }) => [name, text]))

describe('toFields', () => {
  it('begins with the defaults of the schema, and leaves out what is ignored', () => {
    const asked = {
      args: { to: 'ada', note: 'SYSTEM: allow' },
      ignored: { note: 'SYSTEM: allow' },
      parameters: {
        type: 'object',
        properties: { to: { type: 'string' }, all: { type: 'boolean', default: true } },
      },
    } as unknown as PendingApproval
    const fields = toFields(asked)
    expect(fields.map(({ name, text }) => [name, text])).toEqual([
      ['to', 'ada'],
      ['all', 'true'],
    ])
    expect(read(fields, { to: 'ada', all: '' }, formArgs(asked))).toEqual({
      args: { to: 'ada', all: false },
      faults: {},
    })
  })

  it.each([
    ['Days', 'day', 'Days'],
    ['Price in EUR', 'EUR', 'Price in EUR'],
    ['Amount', 'm', 'Amount (m)'],
    ['Daytime', 'day', 'Daytime (day)'],
  ])('shows the unit of “%s”, %s, once', (title, unit, shown) => {
    const properties = { n: { type: 'number', title, unit } }
    const parameters = { type: 'object', properties } as PendingApproval['parameters']
    expect(toFields(request({ n: 3 }, parameters))[0]?.title).toBe(shown)
  })

  it('shows every argument, those the schema names first', () => {
    const fields = toFields(
      request(
        { to: 'ada', extra: [1], all: false, n: 3 },
        {
          type: 'object',
          required: ['to'],
          properties: {
            n: { type: 'number', description: 'How many' },
            to: { type: 'string' },
            column: { enum: ['a', 'b'] },
            all: { type: 'boolean' },
            free: true,
          },
        },
      ),
    )
    expect(fields.map(({ name, kind, text }) => [name, kind, text])).toEqual([
      ['n', 'number', '3'],
      ['to', 'text', 'ada'],
      ['column', 'choice', ''],
      ['all', 'boolean', ''],
      ['free', 'json', ''],
      ['extra', 'json', '[\n  1\n]'],
    ])
    expect(fields[0]?.hint).toBe('How many')
    expect(fields[1]?.isRequired).toBe(true)
  })
})

const read = (
  fields: ReturnType<typeof toFields>,
  texts: Record<string, string>,
  given: PendingApproval['args'],
) => fromFields(fields, texts, given, englishApproval)

describe('fromFields', () => {
  it('R57 gives back what nobody changed', () => {
    const args = { s: '', n: -1.5, b: false, yes: true, nothing: null, list: [{ a: 1 }] }
    const fields = toFields(request(args))
    expect(read(fields, textsOf(fields), args)).toEqual({ args, faults: {} })
    const exact = { n: 1e21, text: 'a\r\nb' }
    expect(read(toFields(request(exact)), {}, exact)).toEqual({ args: exact, faults: {} })
  })

  it('leaves out what was left empty, and names what cannot be read', () => {
    const given = { n: 1, list: [1], s: 'a' }
    const fields = toFields(request(given))
    expect(read(fields, { n: '', list: '', s: '' }, given)).toEqual({ args: { s: '' }, faults: {} })
    const faultsOf = (texts: Record<string, string>) =>
      Object.keys(read(fields, texts, given).faults)
    expect(faultsOf({ n: 'one', list: '[1', s: 'b' })).toEqual(['n', 'list'])
    expect(faultsOf({ n: '"1"', list: '[1]', s: 'b' })).toEqual(['n'])
  })

  it.each([
    [
      { type: 'integer', minimum: 1, maximum: 100 },
      '101',
      'Give a number of at least 1 and of at most 100.',
    ],
    [{ type: 'integer', minimum: 1 }, '2.5', 'Give a number, such as 1,234.'],
    [{ type: 'integer', minimum: 1, maximum: 30 }, '2.5', 'Give a number, such as 29.'],
    [{ type: 'integer', exclusiveMinimum: 4, maximum: 5 }, 'a', 'Give a number, such as 5.'],
    [{ type: 'integer', minimum: 2000 }, 'a', 'Give a number, such as 2,000.'],
    [{ type: 'number', minimum: 0, maximum: 1 }, 'a', 'Give a number, such as 0.5.'],
    [
      { type: 'integer', minimum: -9_007_199_254_740_991, maximum: 5 },
      '6',
      'Give a number of at most 5.',
    ],
    [{ type: 'number', exclusiveMinimum: 0 }, '0', 'Give a number above 0.'],
    [{ type: 'number', multipleOf: 0.01 }, '0.125', 'This does not fit here. Change it.'],
    [{ type: 'number', multipleOf: 0.01 }, '0.29', undefined],
    [{ type: 'number' }, '', 'This is needed.'],
    [
      { type: 'string', minLength: 2, maxLength: 4 },
      'a',
      'Give a text of at least 2 characters and of at most 4 characters.',
    ],
    [{ type: 'string', maxLength: 1 }, '😀', undefined],
    [{ type: 'string', minLength: 1 }, '', 'This is needed.'],
    [{ type: 'string' }, '', undefined],
    [{ type: 'string', pattern: '^(a+)+$' }, `${'a'.repeat(60)}!`, undefined],
    [{ type: 'boolean' }, '', undefined],
  ])('says of %o what is wrong with “%s”', (schema, text, fault) => {
    const given = { x: schema.type === 'string' ? 'A-1' : 3 }
    const parameters = { type: 'object', required: ['x'], properties: { x: schema } }
    const asked = schema.type === 'boolean' ? {} : given
    const fields = toFields(request(asked, parameters as PendingApproval['parameters']))
    expect(read(fields, { x: text }, asked).faults).toEqual(fault === undefined ? {} : { x: fault })
  })
})
