import type { Case } from './office-sentences.ts'
import { shop } from './shop.ts'

const dashboard = () => shop()
const orders = () => shop('orders')
const customers = () => shop('customers')
const inventory = () => shop('inventory')
const order = () => shop('order')

const openPage = (page: string): [string, object] => ['open_page', { page }]

/**
 * The sentences of a visitor in an application of several pages. A step may first have to open the
 * page that can do it.
 */
export const shopSentences: readonly Case[] = [
  [dashboard, 'Go to orders', openPage('orders')],
  [dashboard, 'go to the orders page', openPage('orders')],
  [dashboard, 'take me to customers', openPage('customers')],
  [dashboard, 'open inventory', openPage('inventory')],
  [dashboard, 'show refunds', openPage('refunds')],
  [dashboard, 'back to orders', openPage('orders')],
  [dashboard, 'open order A-23251', ['open_order', { orderId: 'A-23251' }]],
  [
    dashboard,
    'Show the unpaid orders over 500 from last month and draft reminders',
    openPage('orders'),
    ['filter_orders', { payment: 'unpaid', placed: 'last month', minTotal: 500 }],
    ['draft_reminders', {}],
  ],
  [dashboard, 'Draft reminders for unpaid orders', openPage('orders'), ['draft_reminders', {}]],
  [
    dashboard,
    'find customer Wren Hill',
    openPage('customers'),
    ['search_customers', { text: 'Wren Hill' }],
  ],
  [
    dashboard,
    'Refund order A-20001',
    ['open_order', { orderId: 'A-20001' }],
    ['refund_order', { orderId: 'A-20001' }],
  ],
  [
    dashboard,
    'Open order A-20001 and refund 20 euros',
    ['open_order', { orderId: 'A-20001' }],
    ['refund_order', { orderId: 'A-20001', amount: 20 }],
  ],
  [dashboard, 'Why did sales drop in week 40?', ['query_sales', { by: 'week', week: 40 }]],
  [
    dashboard,
    'Show a chart of sales by product in week 40',
    ['show_chart', { by: 'product', week: 40, title: 'Sales' }],
  ],
  [
    dashboard,
    'add a chart of sales by category',
    ['show_chart', { by: 'category', title: 'Sales' }],
  ],
  [dashboard, 'remove the chart', ['remove_chart', { chartId: 'weeks' }]],
  [dashboard, 'How many orders are unpaid?'],
  [dashboard, 'Delete all orders', openPage('orders')],
  [orders, 'show only the unpaid ones', ['filter_orders', { payment: 'unpaid' }]],
  [orders, 'clear the filter', ['filter_orders', {}]],
  [
    orders,
    'Show orders between 100 and 700 euros',
    ['filter_orders', { minTotal: 100, maxTotal: 700 }],
  ],
  [
    orders,
    'Refund 20 euros of the second one',
    ['refund_order', { orderId: 'A-23223', amount: 20 }],
  ],
  [orders, 'Refund the second one', ['refund_order', { orderId: 'A-23223' }]],
  [
    orders,
    'ship all open orders',
    ['set_order_status', { status: 'shipped', orderIds: ['A-23251', 'A-23223'] }],
  ],
  [orders, 'select the first two orders', ['select_orders', { orderIds: ['A-23251', 'A-23223'] }]],
  [orders, 'open the customer Ada Byron', ['open_customer', { customerId: 'C-1002' }]],
  [order, 'refund 20 euros', ['refund_order', { orderId: 'A-20001', amount: 20 }]],
  [customers, 'search for customers in Graz', ['search_customers', { text: 'Graz' }]],
  [inventory, 'which products are low?', ['filter_products', { level: 'low' }]],
  [inventory, 'add 20 moka pots', ['add_stock', { skus: ['MOK-1'], quantity: 20 }]],
]
