import type { Sentence } from '../judge.ts'
import { ordersOf } from './office-orders.ts'

const idsOf = (filter: Record<string, unknown>) => ordersOf(filter).map(({ id }) => id)
const firstPage = ordersOf({}).slice(0, 25)
const unpaidShown = firstPage.flatMap(({ id, payment }) => (payment === 'unpaid' ? [id] : []))

/** What people say in the back office of the demo. */
export const officeSentences: readonly Sentence[] = [
  { say: 'how many orders are unpaid?', answer: /\b15\b/ },
  { say: 'show me the unpaid orders', calls: [['filter_orders', { payment: 'unpaid' }]] },
  { say: 'how are sales this month?', answer: /9,?120/ },
  {
    say: 'why did sales drop in week 40?',
    answer: /Barista One/,
    may: ['show_sales_chart'],
  },
  {
    say: 'add a chart of sales by country',
    calls: [['show_sales_chart', { by: 'country' }]],
    or: [
      [['show_sales_chart', { by: 'country', title: 'sales by country' }]],
      [['show_sales_chart', { by: 'country', title: 'chart of sales by country' }]],
    ],
  },
  { say: 'remove the chart', calls: [['remove_chart', { chartId: 'weeks' }]] },
  { say: 'what should I do first today?', answer: /unpaid|low|open/i },
  { say: 'which products are low?', answer: /Moka.*cups|cups.*Moka/is, may: ['filter_products'] },
  { say: 'go to refunds', calls: [['open_page', { page: 'refunds' }]] },
  { say: 'open order A-20055', calls: [['open_order', { orderId: 'A-20055' }]] },
  { say: 'how much money is outstanding?', answer: /6,?543/ },
  { say: 'delete everything' },
  { say: 'what sells best?', answer: /Barista One/, may: ['show_sales_chart'] },
  { say: 'who are you?', answer: /demo|assistant|agent|rules/i },
  { say: 'take me to the low products', calls: [['filter_products', { level: 'low' }]] },
  { say: 'sign in as vic', calls: [['sign_in_as', { person: 'Vic' }]] },
  { say: 'show tickets', calls: [['open_page', { page: 'tickets' }]] },
  { say: 'only open ones', on: 'orders', calls: [['filter_orders', { status: 'open' }]] },
  {
    say: 'orders over 500 from last month',
    on: 'orders',
    calls: [['filter_orders', { minTotal: 500, placed: 'last month' }]],
  },
  {
    say: 'mark A-20060 as shipped',
    on: 'orders',
    calls: [['set_order_status', { orderIds: ['A-20060'], status: 'shipped' }]],
  },
  {
    say: 'A-20059 and A-20058 are delivered now',
    on: 'orders',
    calls: [['set_order_status', { orderIds: ['A-20059', 'A-20058'], status: 'delivered' }]],
  },
  {
    say: 'remind everyone who hasnt paid',
    on: 'orders',
    calls: [['draft_reminders', { orderIds: unpaidShown }]],
    or: [[['draft_reminders', { orderIds: idsOf({ payment: 'unpaid' }) }]]],
    may: ['filter_orders', 'select_orders'],
  },
  {
    say: 'how many orders does Ada have?',
    on: 'orders',
    answer: /\b12\b/,
    may: ['filter_orders'],
  },
  // Nothing sorts or compares all orders.
  { say: 'whats the biggest order', on: 'orders', may: ['filter_orders'] },
  {
    say: 'select all unpaid ones',
    on: 'orders',
    calls: [['select_orders', { orderIds: unpaidShown }]],
    or: [[['select_orders', { orderIds: idsOf({ payment: 'unpaid' }) }]]],
    may: ['filter_orders'],
  },
  {
    say: 'cancel A-20060 please, the customer changed her mind',
    on: 'orders',
    calls: [['set_order_status', { orderIds: ['A-20060'], status: 'cancelled' }]],
  },
  { say: 'refund A-20058', on: 'orders', calls: [['refund_order', { orderId: 'A-20058' }]] },
  {
    say: 'give 10 euros of A-20058 back because a cup was broken',
    on: 'orders',
    calls: [['refund_order', { orderId: 'A-20058', amount: 10, reason: 'a cup was broken' }]],
    or: [[['refund_order', { orderId: 'A-20058', amount: 10 }]]],
  },
  { say: 'exprot the list', on: 'orders', calls: [['export_orders', {}]] },
  { say: 'next page', on: 'orders' },
  {
    say: 'show orders of wren hill',
    on: 'orders',
    calls: [['filter_orders', { customer: 'Wren Hill' }]],
  },
  {
    say: ['only unpaid', 'show all orders again'],
    on: 'orders',
    calls: [
      ['filter_orders', { payment: 'unpaid' }],
      ['filter_orders', {}],
    ],
    or: [
      [
        ['filter_orders', { payment: 'unpaid' }],
        ['filter_orders', { payment: 'any' }],
      ],
      [
        ['filter_orders', { payment: 'unpaid' }],
        ['filter_orders', { payment: 'any', status: 'any', placed: 'any time' }],
      ],
    ],
  },
  { say: 'is A-20059 paid?', on: 'orders', answer: /\bno\b|unpaid|not paid/i },
  { say: 'dont cancel A-20060', on: 'orders', answer: /./ },
  { say: 'change the total of A-20060 to 5 euros', on: 'orders' },
  { say: 'refund all orders', on: 'orders' },
  { say: 'what did Clara order?', on: 'orders', answer: /A-20058/, may: ['filter_orders'] },
  {
    say: 'ship the open orders',
    on: 'orders',
    calls: [['set_order_status', { orderIds: idsOf({ status: 'open' }), status: 'shipped' }]],
    may: ['filter_orders', 'select_orders'],
  },
  { say: ['open A-20055', 'who ordered this?'], answer: /Ada/ },
  { say: 'refund this', on: 'order', calls: [['refund_order', { orderId: 'A-20058' }]] },
  { say: 'what did they buy?', on: 'order', answer: /cups.*Moka/is },
  {
    say: 'refund 5 euros, the box was wet',
    on: 'order',
    calls: [['refund_order', { orderId: 'A-20058', amount: 5, reason: 'the box was wet' }]],
    or: [[['refund_order', { orderId: 'A-20058', amount: 5 }]]],
  },
  { say: 'open the customer', on: 'order', calls: [['open_customer', { customerId: 'C-1003' }]] },
  { say: 'has it been shipped?', on: 'order', answer: /\bno\b|\bopen\b|not (been )?shipped/i },
  {
    say: 'customers from italy',
    on: 'customers',
    answer: /Clara.*Maria|\b2\b|two/is,
    may: ['search_customers'],
  },
  {
    say: 'find maria',
    on: 'customers',
    calls: [['search_customers', { text: 'maria' }]],
    or: [[['search_customers', { text: 'Maria Rossi' }]]],
  },
  {
    say: 'open ada byron',
    on: 'customers',
    calls: [['open_customer', { customerId: 'C-1001' }]],
  },
  { say: 'how many customers do we have?', on: 'customers', answer: /\b5\b|five/i },
  { say: 'delete Ben Petit', on: 'customers' },
  { say: 'whats the email of Clara', on: 'customers', answer: /clara@example/ },
  {
    say: 'change the city to Linz',
    on: 'customer',
    calls: [['fill_customer', { city: 'Linz' }]],
    or: [
      [
        ['fill_customer', { city: 'Linz' }],
        ['submit_customer', {}],
      ],
    ],
  },
  {
    say: 'her email is now ada.b@example.com, save it',
    on: 'customer',
    calls: [
      ['fill_customer', { email: 'ada.b@example.com' }],
      ['submit_customer', {}],
    ],
  },
  { say: 'what does the note say?', on: 'customer', answer: /Fridays/ },
  {
    say: '20 moka pots came in',
    on: 'inventory',
    calls: [['add_stock', { skus: ['MOK-300'], quantity: 20 }]],
  },
  {
    say: '3 hand grinders went missing',
    on: 'inventory',
    calls: [['add_stock', { skus: ['GRD-HND'], quantity: -3 }]],
  },
  {
    say: 'how many kettles are left?',
    on: 'inventory',
    answer: /\b52\b/,
    may: ['filter_products'],
  },
  { say: 'buy more of everything that is low', on: 'inventory', may: ['filter_products'] },
  { say: 'what does the scale cost?', on: 'inventory', answer: /\b59\b/ },
  {
    say: 'take back the refund of Wren Hill',
    on: 'refunds',
    calls: [['take_back_refund', { refundId: 'R-2' }]],
  },
  {
    say: 'close the ticket about the kettle',
    on: 'tickets',
    calls: [['tickets_close_ticket', { ticketId: 7 }]],
  },
]
