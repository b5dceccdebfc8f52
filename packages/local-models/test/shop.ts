import { type App, tool } from './drive.ts'

const text = (description = '') => ({ type: 'string', ...(description && { description }) })
const oneOf = (...values: string[]) => ({ type: 'string', enum: values })
const list = (description = '') => ({ type: 'array', items: text(), description })
const amount = { type: 'number', description: 'In euros' }

const orders = [
  { id: 'A-23251', customerId: 'C-1001', customer: 'Wren Hill', status: 'open', total: 640 },
  { id: 'A-23223', customerId: 'C-1002', customer: 'Ada Byron', status: 'open', total: 820 },
  { id: 'A-20001', customerId: 'C-1001', customer: 'Wren Hill', status: 'shipped', total: 90 },
].map((order, at) => ({
  ...order,
  placedOn: `2026-10-${20 - (at % 2)}`,
  payment: at < 2 ? 'unpaid' : 'paid',
}))
const customers = [
  { id: 'C-1001', name: 'Wren Hill', city: 'Graz', country: 'AT' },
  { id: 'C-1002', name: 'Ada Byron', city: 'London', country: 'GB' },
]
const products = [
  { sku: 'MOK-1', name: 'Moka pot', stock: 2, reorderAt: 5 },
  { sku: 'CUP-4', name: 'Espresso cups', stock: 40, reorderAt: 10 },
]
const by = {
  ...oneOf('week', 'month', 'product', 'category', 'country'),
  description: 'One row for each of these',
}
const week = { type: 'integer', minimum: 1, maximum: 53, description: 'Only this calendar week' }

const refund = tool('refund_order', 'Refund a paid order, in full or in part.', {
  orderId: text('The id of a paid order'),
  'amount?': amount,
  'reason?': text(),
})

const pages = {
  dashboard: {
    tools: [
      tool('query_sales', 'Read the sales of the last 52 weeks, or of one week beside others.', {
        by,
        'week?': week,
      }),
      tool('show_chart', 'Put a chart of sales on the dashboard.', {
        by,
        'week?': week,
        title: text('What it shows'),
      }),
      tool('remove_chart', 'Take a chart off the dashboard.', { chartId: text() }),
    ],
    context: {
      dashboard: { unpaidOrders: 2, openOrders: 2, lowStock: 1 },
      charts: { charts: [{ id: 'weeks', title: 'Sales by week', by: 'week' }] },
    },
  },
  orders: {
    tools: [
      tool('filter_orders', 'Show only some of the orders, or all of them.', {
        'payment?': oneOf('any', 'paid', 'unpaid'),
        'status?': oneOf('any', 'open', 'shipped', 'delivered', 'cancelled'),
        'placed?': oneOf('any time', 'last 7 days', 'this month', 'last month'),
        'minTotal?': amount,
        'maxTotal?': amount,
        'customer?': text('Part of the name of the customer'),
      }),
      tool('select_orders', 'Select orders of those that are shown.', { orderIds: list() }),
      tool('set_order_status', 'Give one order or several a new status.', {
        orderIds: list(),
        status: oneOf('open', 'shipped', 'delivered', 'cancelled'),
      }),
      tool('draft_reminders', 'Draft payment reminders for unpaid orders. Nothing is sent.', {
        'orderIds?': list(),
      }),
      refund,
      tool('export_orders', 'Save all orders that fit the filter as a CSV file.'),
    ],
    context: { orders: { count: orders.length, page: 1, pages: 1, orders, selected: [] } },
  },
  order: {
    tools: [refund],
    context: { order: { order: orders[2] } },
  },
  customers: {
    tools: [
      tool('search_customers', 'Show only the customers that fit a text, or all of them.', {
        text: text('Part of a name, a city or an address; empty for all'),
      }),
    ],
    context: { customers: { text: '', count: 2, page: 1, pages: 1, customers } },
  },
  inventory: {
    tools: [
      tool('filter_products', 'Show only some of the products, such as those that are low.', {
        'level?': oneOf('any', 'low'),
        'text?': text('Part of the name'),
      }),
      tool('add_stock', 'Book pieces of one product or several that came in.', {
        skus: list('The skus of products'),
        quantity: { type: 'integer', description: 'Pieces to add to each' },
      }),
    ],
    context: { inventory: { filter: { level: 'any', text: '' }, products } },
  },
  refunds: { tools: [], context: { refunds: { refunds: [] } } },
}
type PageName = keyof typeof pages
const isPage = (name: unknown): name is PageName => typeof name === 'string' && name in pages

/**
 * Creates the office of a shop with several pages, each with tools of its own. One tool opens any
 * page from any other.
 */
export function shop(start: PageName = 'dashboard'): App {
  let page = start
  return {
    tools: () => [
      tool('open_page', 'Open a page of the back office. Each has tools of its own.', {
        page: oneOf('dashboard', 'orders', 'customers', 'inventory', 'refunds'),
      }),
      tool('open_order', 'Open the page of an order, with its lines, reminder and refunds.', {
        orderId: text('The id of an order, such as A-20001'),
      }),
      tool('open_customer', 'Open the page of a customer, with their address, note and orders.', {
        customerId: text('The id of a customer, such as C-1001'),
      }),
      ...pages[page].tools,
    ],
    context: () => pages[page].context,
    run: (name, input) => {
      const wanted = name === 'open_order' ? 'order' : input['page']
      if (isPage(wanted)) page = wanted
      if (name === 'open_order') return { opened: input['orderId'] }
      if (name === 'filter_orders') return { count: 2, sum: 1460, orders: orders.slice(0, 2) }
      return { ok: true }
    },
  }
}
