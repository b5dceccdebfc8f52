import { Tool } from '@ambit/core'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  parseNumber,
  writeNumber,
  argWords,
  nameInWords,
  type Parameters,
  valueWords,
} from './values.ts'

const locales = ['en', 'de', 'fr', 'pt', 'hi', 'ar-EG', 'de-CH', 'sv', 'fa', 'es', 'bn', 'he']

describe('parseNumber', () => {
  it.each(locales)('reads what %s writes, with groups of digits and without', (locale) => {
    for (const value of [
      0, 7, -7, 1000, 2000, 12_345.678, 1_234_567, -1_234_567.25, 0.5, 100_000,
    ]) {
      for (const grouping of [true, false]) {
        const text = writeNumber(value, grouping, locale)
        expect([text, parseNumber(text, locale)]).toEqual([text, value])
      }
    }
  })

  it('reads a point as the page writes it, and refuses what could be two numbers', () => {
    expect(parseNumber('2.000', 'de')).toBe(2000)
    expect(parseNumber('1.500,50', 'de')).toBe(1500.5)
    expect(parseNumber('12,75', 'de')).toBe(12.75)
    expect(parseNumber('2,000', 'en')).toBe(2000)
    expect(parseNumber('2.5', 'en')).toBe(2.5)
    for (const text of [
      '2.5',
      '2.0000',
      '1.00.000',
      '.5',
      '5,',
      '1,2,3',
      '',
      'five',
      '5 €',
      '--5',
      'Infinity',
    ])
      expect(() => parseNumber(text, 'de')).toThrow(TypeError)
  })

  it('reads an exponent, in which numbers are written that a language would round', () => {
    expect(writeNumber(1e300, false, 'de')).toMatch(/^\d+$/)
    expect(parseNumber(writeNumber(1.5e-30, false, 'de'), 'de')).toBe(1.5e-30)
    expect(parseNumber('1e21', 'de')).toBe(1e21)
  })
})

const strings = { yes: 'Yes', no: 'No' }
const words = (value: unknown, schema: object): string | undefined =>
  valueWords(value, argWords({ properties: { x: schema } } as Parameters, 'x'), strings, 'en')

describe('argWords', () => {
  it.each([
    ['orderId', 'Order'],
    ['total_min', 'Total min'],
    ['customerID', 'Customer'],
    ['id', 'Id'],
    ['IBAN', 'IBAN'],
    ['show-all', 'Show all'],
    ['rows', 'Rows'],
  ])('R80 says %s as %s', (name, said) => expect(nameInWords(name)).toBe(said))

  it("takes the title from the schema's metadata, zod's too", () => {
    const { jsonSchema } = new Tool({
      name: 'refund',
      description: 'Refunds.',
      parameters: z.object({ amount: z.number().meta({ title: 'Amount', unit: 'EUR' }) }),
      handler: () => 1,
    })
    const amount = argWords(jsonSchema, 'amount')
    expect(amount).toMatchObject({ title: 'Amount', unit: 'EUR' })
    expect(valueWords(20, amount, strings, 'en')).toBe('€20.00')
  })

  it('keeps the names of arguments that the schema does not know, or that would read the same', () => {
    const schema: Parameters = { properties: { orderId: {}, order: {} } }
    expect(argWords(schema, 'orderId').title).toBe('orderId')
    expect(argWords(schema, 'amount_free').title).toBe('amount_free')
  })
})

describe('valueWords', () => {
  it.each<[unknown, object, string]>([
    [20, { unit: 'EUR' }, '€20.00'],
    [1234.5, { unit: 'USD' }, '$1,234.50'],
    [20.001, { unit: 'EUR' }, '€20.001'],
    [500, { unit: 'JPY' }, '¥500'],
    [3, { unit: 'hour' }, '3 hr'],
    [3, { unit: 'boxes' }, '3 boxes'],
    ['2026-11-22', { format: 'date' }, 'Nov 22, 2026'],
    [true, {}, 'Yes'],
    ['s', { oneOf: [{ const: 's', title: 'Shipped' }] }, 'Shipped'],
    [['A-1', 'A-2'], { items: {} }, 'A-1, A-2'],
    [['1', '2'], { items: { type: 'string' } }, '1, 2'],
    [[1, 2000], { items: { unit: 'EUR' } }, '€1.00 · €2,000.00'],
  ])('says %j of %j as %s', (value, schema, said) => expect(words(value, schema)).toBe(said))

  it.each<[unknown, object]>([
    [10001, {}],
    ['20', { unit: 'EUR' }],
    [1e21, { unit: 'EUR' }],
    [0.1 + 0.2, { unit: 'EUR' }],
    ['2026-02-30', { format: 'date' }],
    ['tomorrow', { format: 'date' }],
    ['2026-11-22T10:00:00.123Z', { format: 'date-time' }],
    [['a, b', 'c'], { items: {} }],
    // Without a schema, these read as other values.
    [['1', '2'], {}],
    [['true'], { items: {} }],
    [['1', 1], { items: {} }],
    ['Shipped', { oneOf: [{ const: 's', title: 'Shipped' }] }],
    [
      's',
      {
        oneOf: [
          { const: 's', title: 'Same' },
          { const: 't', title: 'Same' },
        ],
      },
    ],
    [5, { unit: 'XX' + 'x'.repeat(3), minimum: 1, title: 1 }],
  ])('leaves %j of %j as it is, or tells it in full', (value, schema) => {
    const said = words(value, schema)
    expect(said === undefined || said === '5 XXxxx' || said.includes('0.30000000000000004')).toBe(
      true,
    )
  })

  it('tells a time with its zone', () => {
    expect(words('2026-11-22T10:00:00Z', { format: 'date-time' })).toMatch(
      /2026.*(UTC|GMT|[A-Z]{3})/,
    )
  })
})
