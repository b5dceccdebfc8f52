import { Tool } from '@ambit/core'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { argWords, nameInWords, type Parameters } from './arg-words.ts'
import { valueWords } from './value-words.ts'

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
