import { tool } from '../drive.ts'
import type { JudgedApp } from '../judge.ts'
import { shopSentences } from './shop-sentences.ts'
import { list, number, oneOf, text, whole } from './schemas.ts'

const orders = [
  ['A-31', 'Clara Olsen', 'open', 'unpaid', 640, '2026-11-02'],
  ['A-32', 'Ada Novak', 'open', 'unpaid', 820, '2026-10-12'],
  ['A-33', 'Tilda Novak', 'shipped', 'paid', 90, '2026-11-19'],
  ['A-34', 'Wren Hill', 'open', 'paid', 150, '2026-11-18'],
  ['A-35', 'Clara Olsen', 'delivered', 'paid', 75.5, '2026-09-30'],
].map(([id, customer, status, payment, total, placedOn]) => ({
  id,
  customer,
  status,
  payment,
  total,
  placedOn,
}))
const customers = [
  { id: 'C-1', name: 'Clara Olsen', city: 'Oslo', country: 'NO' },
  { id: 'C-2', name: 'Ada Novak', city: 'Brno', country: 'CZ' },
]
const products = [
  { sku: 'MOK-1', name: 'Moka pot', stock: 2, reorderAt: 5, price: 29 },
  { sku: 'CUP-4', name: 'Espresso cups', stock: 40, reorderAt: 10, price: 18 },
  { sku: 'MIL-2', name: 'Milk jug', stock: 3, reorderAt: 6, price: 12 },
]
const by = oneOf(['week', 'month', 'product', 'country'], 'One row for each of these')
const week = whole('Only this calendar week')

const pages = {
  dashboard: {
    tools: [
      tool('query_sales', 'Read the sales of the last 52 weeks, or of one week.', {
        by,
        'week?': week,
      }),
      tool('show_chart', 'Put a chart of sales on the dashboard.', {
        by,
        'week?': week,
        title: text('What it shows'),
      }),
    ],
    context: {
      dashboard: { unpaidOrders: 41, openOrders: 25, lowStock: 2, salesThisMonth: 49510.2 },
    },
  },
  orders: {
    tools: [
      tool('filter_orders', 'Show only some of the orders, or all of them.', {
        'payment?': oneOf(['any', 'paid', 'unpaid']),
        'status?': oneOf(['any', 'open', 'shipped', 'delivered', 'cancelled']),
        'placed?': oneOf(['any time', 'last 7 days', 'this month', 'last month']),
        'minTotal?': number('In euros'),
        'maxTotal?': number('In euros'),
        'customer?': text('Part of the name of the customer'),
      }),
      tool('select_orders', 'Select orders of those that are shown.', { orderIds: list() }),
      tool('set_order_status', 'Give one order or several a new status.', {
        orderIds: list(),
        status: oneOf(['open', 'shipped', 'delivered', 'cancelled']),
      }),
      tool('draft_reminders', 'Draft payment reminders for unpaid orders. Nothing is sent.', {
        'orderIds?': list(),
      }),
      tool('refund_order', 'Refund a paid order, in full or in part.', {
        orderId: text('The id of a paid order'),
        'amount?': number('In euros'),
        'reason?': text(),
      }),
      tool('export_orders', 'Save all orders that fit the filter as a CSV file.'),
    ],
    context: { orders: { count: 41, page: 1, pages: 9, orders, selected: [] } },
  },
  customers: {
    tools: [
      tool('search_customers', 'Show only the customers that fit a text, or all of them.', {
        text: text('Part of a name, a city or an address'),
      }),
    ],
    context: { customers: { count: 310, page: 1, pages: 155, customers } },
  },
  inventory: {
    tools: [
      tool('filter_products', 'Show only some of the products, such as those that are low.', {
        'level?': oneOf(['any', 'low']),
        'text?': text('Part of the name'),
      }),
      tool('add_stock', 'Book pieces of one product or several that came in.', {
        skus: list('The skus of products'),
        quantity: whole('Pieces to add to each'),
      }),
    ],
    context: { inventory: { count: 3, products } },
  },
}
type PageName = keyof typeof pages
const isPage = (name: string): name is PageName => name in pages

/** The office of a shop with several pages, whose lists show only their first page. */
export const shop: JudgedApp = {
  name: 'back office of a shop',
  effects: {
    open_page: 'go',
    open_order: 'go',
    open_customer: 'go',
    query_sales: 'query',
    show_chart: 'view',
    filter_orders: 'view',
    select_orders: 'view',
    search_customers: 'view',
    filter_products: 'view',
    export_orders: 'write',
    set_order_status: 'write',
    draft_reminders: 'write',
    refund_order: 'write',
    add_stock: 'write',
  },
  sentences: shopSentences,
  open(start = 'dashboard') {
    let page: PageName = isPage(start) ? start : 'dashboard'
    return {
      tools: () => [
        tool('open_page', 'Open a page of the back office. Each has tools of its own.', {
          page: oneOf(['dashboard', 'orders', 'customers', 'inventory']),
        }),
        tool('open_order', 'Open the page of an order.', {
          orderId: text('The id of an order, such as A-31'),
        }),
        tool('open_customer', 'Open the page of a customer.', {
          customerId: text('The id of a customer, such as C-1'),
        }),
        ...pages[page].tools,
      ],
      context: () => pages[page].context,
      run: (name, input) => {
        const wanted = String(input['page'])
        if (name === 'open_page' && isPage(wanted)) page = wanted
        if (name === 'open_customer' && !customers.some(({ id }) => id === input['customerId']))
          throw new Error('There is no such customer')
        if (name === 'filter_orders') {
          const { payment, status, customer } = input
          const found = orders.filter(
            (order) =>
              (payment === undefined || payment === 'any' || order.payment === payment) &&
              (status === undefined || status === 'any' || order.status === status) &&
              (customer === undefined || String(order.customer).includes(String(customer))),
          )
          const sum = found.reduce((total, order) => total + Number(order.total), 0)
          return { count: found.length, sum, orders: found }
        }
        if (name === 'query_sales') {
          return {
            by: input['by'],
            rows: [
              { name: 'Moka pot', sales: 5200, sold: 180 },
              { name: 'Espresso cups', sales: 3100, sold: 172 },
            ],
          }
        }
        if (name === 'refund_order' && input['orderId'] === 'A-31')
          throw new Error('ApiFailureError: orderId: The order A-31 was not paid.')
        return { ok: true }
      },
    }
  },
}
