import { type App, tool } from './drive.ts'

const text = (description: string) => ({ type: 'string', description })
const oneOf = (...values: string[]) => ({ type: 'string', enum: values })

const people = ['Ada Byron', 'Wren Hill', 'Clara Costa', 'Ben Petit', 'Sami Garcia']

const orderAt = (index: number) => ({
  id: `A-${String(23_805 - index)}`,
  customerId: `C-${String(1000 + (index % 5))}`,
  customer: people[index % 5],
  placedOn: `2026-11-${String(20 - (index % 10)).padStart(2, '0')}`,
  status: index % 3 === 0 ? 'open' : 'shipped',
  payment: index % 4 === 0 ? 'unpaid' : 'paid',
  total: 40 + index,
})
const orders = Array.from({ length: 60 }, (_, index) => orderAt(index))
const customers = Array.from({ length: 30 }, (_, index) => ({
  id: `C-${String(1000 + index)}`,
  name: `${people[index % 5] ?? ''} ${String(index)}`,
  city: 'Berlin',
}))

const filter = tool('filter_orders', 'Show only some of the orders, or all of them.', {
  'payment?': oneOf('any', 'paid', 'unpaid'),
  'status?': oneOf('any', 'open', 'shipped', 'delivered', 'cancelled'),
  'placed?': oneOf('any time', 'last 7 days', 'this month', 'last month'),
  'minTotal?': { type: 'number', description: 'In euros' },
})
const refund = tool('refund_order', 'Refund a paid order, in full or in part.', {
  orderId: text('The id of a paid order'),
  'amount?': { type: 'number', description: 'In euros' },
  'reason?': text('Why, as the person says it'),
})
const search = tool(
  'search_customers',
  'Show only the customers that fit a text, or all of them.',
  {
    text: text('Part of a name, a city or an address; empty for all'),
  },
)

const pageNames = ['dashboard', 'orders', 'customers', 'refunds'] as const
type Page = (typeof pageNames)[number] | 'order'

/**
 * Creates an office whose lists are longer than a page. It shows 25 of 3,807 orders, and 25 of 29
 * customers while a filter is set. An order has a page of its own.
 */
export function officePages(start: Page = 'dashboard'): App {
  let page = start
  let opened = orders[0]
  let found: string | undefined
  let isFiltered = false
  const contexts: Record<Page, () => Record<string, unknown>> = {
    dashboard: () => ({ dashboard: { unpaidOrders: 42, openOrders: 32 } }),
    orders: () => ({
      orders: isFiltered
        ? { count: 42, sum: 8599.2, pages: 2, orders: orders.slice(3, 28) }
        : { count: 3807, sum: 732_086.4, pages: 153, orders: orders.slice(0, 25) },
    }),
    order: () => ({ order: { order: opened } }),
    customers: () => ({
      customers: {
        filter: found === undefined ? {} : { text: found },
        count: 29,
        pages: 2,
        customers: customers.slice(0, 25),
      },
    }),
    refunds: () => ({ refunds: { refunds: [] } }),
  }
  const own: Partial<Record<Page, App['tools']>> = {
    orders: () => [filter, refund],
    order: () => [refund],
    customers: () => [search],
  }
  return {
    tools: () => [
      tool('open_page', 'Open a page of the back office. Each has tools of its own.', {
        page: oneOf(...pageNames),
      }),
      tool('open_order', 'Open the page of an order, with its lines, reminder and refunds.', {
        orderId: text('The id of an order, such as A-20001'),
      }),
      ...(own[page]?.() ?? []),
    ],
    context: () => contexts[page](),
    run: (name, input) => {
      if (name === 'open_page') {
        page = pageNames.find((each) => each === input['page']) ?? page
        return { opened: page }
      }
      if (name === 'open_order') {
        opened = orders.find(({ id }) => id === input['orderId'])
        page = 'order'
        return { opened: input['orderId'] }
      }
      if (name === 'search_customers') {
        found = String(input['text'])
        return { summary: `29 customers (${found})`, count: 29, customers: customers.slice(0, 25) }
      }
      if (name === 'filter_orders') {
        isFiltered = true
        return { summary: '42 orders in all', count: 42, sum: 8599.2, orders: orders.slice(3, 28) }
      }
      return { ok: true }
    },
  }
}
