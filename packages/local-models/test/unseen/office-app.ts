import { tool } from '../drive.ts'
import type { JudgedApp } from '../judge.ts'
import { list, number, oneOf, text, whole } from '../unlike/schemas.ts'
import { orders, ordersOf, people } from './office-orders.ts'
import { officeSentences } from './office-sentences.ts'

const pageNames = ['dashboard', 'orders', 'customers', 'inventory', 'refunds', 'tickets']
const statuses = ['open', 'shipped', 'delivered', 'cancelled']
const periods = ['any time', 'last 7 days', 'this month', 'last month']
const groupings = ['week', 'month', 'product', 'category', 'country']

const products = (
  [
    ['ESP-ONE', 'Barista One', 'Machines', 649, 34, 12],
    ['GRD-HND', 'Hand grinder', 'Grinders', 89, 65, 20],
    ['KET-GSN', 'Gooseneck kettle', 'Brewing', 79, 52, 15],
    ['MOK-300', 'Moka pot', 'Brewing', 34, 12, 15],
    ['CUP-SET', 'Espresso cups', 'Accessories', 29, 5, 15],
    ['SCL-ONE', 'Scale with timer', 'Accessories', 59, 33, 15],
  ] as const
).map(([sku, name, category, price, stock, reorderAt]) => {
  return { sku, name, category, price, stock, reorderAt }
})

const refundOf = (id: string, order: string, customer: string, amount: number, status: string) => ({
  id,
  orderId: order,
  customer,
  amount,
  account: null,
  reason: 'Goodwill',
  status,
  createdOn: '2026-11-19',
})
const refunds = [
  refundOf('R-1', 'A-20040', 'Ada Byron', 20, 'paid'),
  refundOf('R-2', 'A-20054', 'Wren Hill', 15, 'scheduled'),
  refundOf('R-3', 'A-20053', 'Clara Costa', 30, 'scheduled'),
]
const tickets = [
  { id: 7, subject: 'Kettle leaks', customer: 'Ben Petit', status: 'open' },
  { id: 6, subject: 'Where is my order?', customer: 'Ada Byron', status: 'open' },
]

const overview = {
  revenueThisMonth: 9120.5,
  revenueLastMonth: 15_340,
  openOrders: 4,
  unpaid: 6543.2,
  unpaidOrders: 15,
  lowStock: 2,
  scheduledRefunds: 2,
}

const named: Record<string, string> = {
  GB: 'United Kingdom',
  AT: 'Austria',
  IT: 'Italy',
  FR: 'France',
}

const hasText = (thing: object, part: unknown) =>
  Object.values(thing)
    .join(' ')
    .toLowerCase()
    .includes(String(part ?? '').toLowerCase())

/** The back office of the example, with the names, words and schemas of the tools of its pages. */
export const office: JudgedApp = {
  name: 'back office of the demo',
  effects: {
    open_page: 'go',
    open_order: 'go',
    open_customer: 'go',
    query_sales: 'query',
    read_customer: 'query',
    tickets_list_tickets: 'query',
    tickets_show_ticket: 'view',
    filter_orders: 'view',
    select_orders: 'view',
    export_orders: 'view',
    search_customers: 'view',
    filter_products: 'view',
    filter_refunds: 'view',
    show_sales_chart: 'view',
    remove_chart: 'view',
    fill_customer: 'view',
  },
  sentences: officeSentences,
  open(start = 'dashboard') {
    let page = start
    let filter: Record<string, unknown> = {}
    let order = orders.find(({ id }) => id === 'A-20058')
    let customer = people[0]
    let charts = [{ id: 'weeks', title: 'Sales by week', by: 'week' }]
    const lists = () => {
      const fitting = ordersOf(filter)
      const sum = fitting.reduce((all, { total }) => all + total, 0)
      const count = fitting.length
      return { count, sum, pages: Math.ceil(count / 25), orders: fitting.slice(0, 25) }
    }
    const peopleOf = () =>
      people.filter((each) =>
        hasText([...Object.values(each), named[each.country ?? '']], filter['text']),
      )
    const productsOf = () =>
      products.filter(
        (each) =>
          (filter['level'] !== 'low' || each.stock <= each.reorderAt) &&
          hasText(each, filter['text']),
      )
    const refundsOf = () =>
      refunds.filter(({ status }) =>
        ['any', undefined, status].includes(filter['status'] as string),
      )
    const contexts: Record<string, () => Record<string, unknown>> = {
      dashboard: () => ({ dashboard: overview, charts: { charts } }),
      orders: () => ({
        orders: { filter: { ...every, ...filter }, page: 1, ...lists(), selected: [] },
      }),
      order: () => ({ order: { order: { ...order, lines } } }),
      customers: () => ({
        customers: { text: filter['text'] ?? '', count: peopleOf().length, customers: peopleOf() },
      }),
      customer: () => ({
        'customer-page': { customer, orders: ordersOf({ customer: customer?.name }) },
        'customer-note': 'Calls on Fridays.',
        'customer-form': { values: customer },
      }),
      inventory: () => ({
        inventory: { filter: { level: 'all', text: '', ...filter }, products: productsOf() },
      }),
      refunds: () => ({ refunds: { status: filter['status'] ?? 'any', refunds: refundsOf() } }),
      tickets: () => ({ tickets: { openTickets: 2 } }),
    }
    const runs: Record<string, (input: Record<string, unknown>) => unknown> = {
      open_page: (input) => {
        page = String(input['page'])
        filter = {}
        return { opened: page }
      },
      open_order: ({ orderId }) => {
        const found = orders.find(({ id }) => id === orderId)
        if (!found) throw new Error(`There is no order ${String(orderId)}.`)
        order = found
        page = 'order'
        return { opened: orderId }
      },
      open_customer: ({ customerId }) => {
        const found = people.find(({ id }) => id === customerId)
        if (!found) throw new Error(`There is no customer ${String(customerId)}.`)
        customer = found
        page = 'customer'
        return { opened: customerId }
      },
      query_sales: ({ by }) => ({ summary: `${sold(by)}.`, by, rows: rowsOf(by) }),
      show_sales_chart: ({ by, week, title = `Sales by ${String(by)}` }) => {
        charts = [{ id: String(by), title: String(title), by: String(by) }, ...charts]
        const said = week
          ? `In week ${String(week)} sales were €2,100, 40% less than before. Barista One was sold out.`
          : `${sold(by)}.`
        return { summary: `${said} The chart is on the dashboard.`, id: String(by), title }
      },
      remove_chart: ({ chartId }) => {
        charts = charts.filter(({ id }) => id !== chartId)
        return { ok: true }
      },
      filter_orders: (input) => {
        filter = input
        const { count, sum, orders } = lists()
        return { summary: `${count} orders, €${sum} in all.`, count, sum, orders }
      },
      search_customers: (input) => {
        filter = input
        return { count: peopleOf().length, customers: peopleOf() }
      },
      filter_products: (input) => {
        filter = input
        return { products: productsOf() }
      },
      filter_refunds: (input) => {
        filter = input
        return { refunds: refundsOf() }
      },
      tickets_list_tickets: () => ({ tickets }),
      tickets_show_ticket: ({ ticketId }) => tickets.find(({ id }) => id === ticketId),
      select_orders: ({ orderIds }) => ({ selected: orderIds }),
      set_order_status: ({ orderIds }) => ({ changed: [orderIds].flat().length }),
    }
    return {
      tools: () => [...shellTools, ...(toolsOf[page] ?? [])],
      context: () => contexts[page]?.() ?? {},
      run: (name, input) => runs[name]?.(input) ?? { ok: true },
    }
  },
}

const every = { payment: 'any', status: 'any', placed: 'any time', customer: '' }

const lines = [
  { sku: 'CUP-SET', product: 'Espresso cups', quantity: 2, unitPrice: 29 },
  { sku: 'MOK-300', product: 'Moka pot', quantity: 1, unitPrice: 34 },
]

const rowsOf = (by: unknown) =>
  by === 'product'
    ? [
        { key: 'Barista One', revenue: 40_000, orders: 61 },
        { key: 'Moka pot', revenue: 900, orders: 26 },
      ]
    : [
        { key: 'first', revenue: 30_000, orders: 50 },
        { key: 'last', revenue: 10_900, orders: 37 },
      ]
const sold = (by: unknown) =>
  `Of the last 52 weeks, the highest sales by ${String(by)} are those of ${rowsOf(by)[0]?.key}, and the lowest those of ${rowsOf(by)[1]?.key}`

const refund = tool('refund_order', 'Refund a paid order, in full or in part.', {
  orderId: text('The id of a paid order'),
  'amount?': number('In euros; left out, all that is not refunded yet'),
  'reason?': { ...text(), default: 'Goodwill' },
  'account?': text('An IBAN; left out, the account that the order was paid from'),
})
const by = oneOf(groupings, 'One row for each of these, such as per month')
const fields = { 'name?': text(), 'email?': text(), 'city?': text(), 'country?': text() }
const form = 'form with the name and address of the customer'
const ticketId = { ticketId: whole('The number of the ticket') }

const shellTools = [
  tool(
    'open_page',
    'Open a page of the back office. Each has tools of its own. dashboard: sales, charts, chart; orders: status, reminders, export; customers: names, cities; inventory: products, stock; refunds: taken back; tickets: closed.',
    { page: oneOf(pageNames) },
  ),
  tool('open_order', 'Open the page of an order, with its lines, reminder and refunds.', {
    orderId: text('The id of an order, such as A-20001'),
  }),
  tool('open_customer', 'Open the page of a customer, with their address, note and orders.', {
    customerId: text('The id of a customer, such as C-1001'),
  }),
  tool(
    'sign_in_as',
    'Sign in as another person of this demo. Mia may change everything, Vic may look.',
    { person: oneOf(['Mia', 'Vic']) },
  ),
]

const toolsOf: Record<string, typeof shellTools> = {
  dashboard: [
    tool('query_sales', 'Read the sales of the whole last year.', { by }),
    tool(
      'show_sales_chart',
      'Put a chart of sales on the dashboard, and tell what it shows. With a week: why sales drop or rise in it, such as a product that was sold out.',
      {
        by,
        'week?': {
          ...whole('Only this calendar week (ISO), with the average of the four before'),
          minimum: 1,
          maximum: 53,
        },
        'title?': text('What it shows; left out, “Sales by …” and the week'),
      },
    ),
    tool('remove_chart', 'Take a chart off the dashboard.', { chartId: text() }),
  ],
  orders: [
    tool(
      'filter_orders',
      'Show only some of the orders, or all of them. What is left out is not filtered by.',
      {
        'payment?': { ...oneOf(['any', 'paid', 'unpaid']), default: 'any' },
        'status?': { ...oneOf(['any', ...statuses]), default: 'any' },
        'placed?': { ...oneOf(periods, 'When the order was placed'), default: 'any time' },
        'minTotal?': number('In euros'),
        'maxTotal?': number('In euros'),
        'customer?': { ...text('Part of the name of the customer'), default: '' },
      },
    ),
    tool('select_orders', 'Select orders of those that are shown, in place of what was selected.', {
      orderIds: list('None of them: nothing is selected'),
    }),
    tool('set_order_status', 'Give one order or several a new status.', {
      orderIds: list(),
      status: oneOf(statuses),
    }),
    tool('draft_reminders', 'Draft payment reminders for unpaid orders. Nothing is sent.', {
      orderIds: list('The ids of unpaid orders'),
    }),
    tool(
      'export_orders',
      'Save all orders that fit the filter as a CSV file on the computer of the person.',
    ),
    refund,
  ],
  order: [refund],
  customers: [
    tool('search_customers', 'Show only the customers that fit a text, or all of them.', {
      text: text('Part of a name, a city, a country or an id; empty for all'),
    }),
  ],
  customer: [
    tool(
      'fill_customer',
      `Fill fields of the form "${form}". Give only those to set. Tells which are filled, and what it finds wrong. Does not submit it.`,
      fields,
    ),
    tool(
      'submit_customer',
      `Submit the form "${form}" as it is filled. Tells its result, or what it finds wrong.`,
    ),
    tool('read_customer', `Read values and errors of the form "${form}".`),
    refund,
  ],
  inventory: [
    tool(
      'filter_products',
      'Show only some of the products, such as those that are running low, or all of them.',
      {
        'level?': {
          ...oneOf(['all', 'low'], '"low" shows what has to be ordered'),
          default: 'all',
        },
        'text?': { ...text('Part of a name or category'), default: '' },
      },
    ),
    tool(
      'add_stock',
      'Book pieces of one product or several that came in, or with a negative quantity went missing.',
      { skus: list('The skus of products'), quantity: whole('Pieces to add to each') },
    ),
  ],
  refunds: [
    tool('take_back_refund', 'Take a scheduled refund back, so that it is not paid.', {
      refundId: text('The id of a scheduled refund'),
    }),
    tool('filter_refunds', 'Show only the refunds in a state, or all of them.', {
      'status?': {
        ...oneOf(['any', 'scheduled', 'paid'], '"scheduled" is not paid yet'),
        default: 'any',
      },
    }),
  ],
  tickets: [
    tool('tickets_list_tickets', 'List all tickets of customers.'),
    tool(
      'tickets_show_ticket',
      'Show a ticket of a customer to the person, with all of its fields.',
      ticketId,
    ),
    tool(
      'tickets_close_ticket',
      'Close a ticket. The customer is told, and cannot write to it any more.',
      ticketId,
    ),
  ],
}
