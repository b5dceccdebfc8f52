import { describe, expect, it } from 'vitest'
import { drive } from '../../test/drive.ts'
import { office } from '../../test/unseen/office-app.ts'

const refund5 = 'Refund 5 euros because the package was damaged'

describe('the demo model on pages with long lists', () => {
  it.each([
    [
      'after a filter',
      ['Show the paid orders over 500 from last month', 'open the second one'],
      'A-20034',
    ],
    ['after a search for a customer', ['search for Clara', 'open order A-20053'], 'A-20053'],
  ])('means the order whose page is open, %s', async (_, before, orderId) => {
    const { calls } = await drive(office.open('orders'), [...before, refund5])
    const reason = 'the package was damaged'
    expect(calls.at(-1)).toEqual(['refund_order', { orderId, amount: 5, reason }])
  })

  it.each([
    ['show the orders that are open', { status: 'open' }],
    ['show the orders that are unpaid', { payment: 'unpaid' }],
    [
      'Show the paid orders over 500 from last month',
      { payment: 'paid', placed: 'last month', minTotal: 500 },
    ],
  ])('goes from the page of an order to the list: %s', async (sentence, filter) => {
    const { calls } = await drive(office.open('order'), [sentence])
    expect(calls).toEqual([
      ['open_page', { page: 'orders' }],
      ['filter_orders', filter],
    ])
  })

  it.each([
    ['orders', [], 'how many orders are there?', /^60 orders/],
    ['customers', ['search for Italy'], 'how many customers do we have?', /\b2 customers/],
    [
      'orders',
      ['open the refunds page', 'open the orders page'],
      'how many orders are there?',
      /^60 orders/,
    ],
    [
      'dashboard',
      ['open the orders page', 'open the dashboard'],
      'how many orders are open?',
      /^4 open orders/,
    ],
    [
      'dashboard',
      ['open the orders page', 'open the refunds page'],
      'how many orders are unpaid?',
      /I (found nothing|cannot see)/,
    ],
  ] as const)(
    'counts what the page shows, on %s after %j: %s',
    async (page, before, question, answer) => {
      const { text, calls } = await drive(office.open(page), [...before, question])
      expect(calls).toHaveLength(before.length)
      expect(text).toMatch(answer)
    },
  )

  it('looks up a count that a part of a list does not tell', async () => {
    const sentence = 'how many orders are unpaid and what do they sum up to?'
    const { calls, text } = await drive(office.open('orders'), [sentence])
    expect(calls).toEqual([['filter_orders', { payment: 'unpaid' }]])
    expect(text).toContain('15 orders')
    expect(text).toContain('7,695')
  })
})
