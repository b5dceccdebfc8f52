import type { Sentence } from '../judge.ts'

const unpaid: [string, object] = ['filter_orders', { payment: 'unpaid' }]

export const shopSentences: readonly Sentence[] = [
  {
    on: 'inventory',
    say: 'add 10 to each low product',
    calls: [['add_stock', { skus: ['MOK-1', 'MIL-2'], quantity: 10 }]],
  },
  {
    on: 'orders',
    say: 'show unpaid orders of Clara Olsen',
    calls: [['filter_orders', { payment: 'unpaid', customer: 'Clara Olsen' }]],
  },
  {
    on: 'orders',
    say: ['show unpaid orders of Clara Olsen', 'draft a reminder for the first one'],
    calls: [
      ['filter_orders', { payment: 'unpaid', customer: 'Clara Olsen' }],
      ['draft_reminders', { orderIds: ['A-31'] }],
    ],
  },
  { on: 'orders', say: 'cancel all open orders' },
  { on: 'customers', say: 'Open Tilda Novak' },
  { on: 'customers', say: 'open Clara Olsen', calls: [['open_customer', { customerId: 'C-1' }]] },
  {
    say: 'Show a chart of sales by product in week 40',
    on: 'orders',
    calls: [['show_chart', { by: 'product', week: 40, title: 'Sales by product in week 40' }]],
    or: [[['show_chart', { by: 'product', week: 40, title: 'Sales' }]]],
  },
  {
    say: 'Open the inventory and show only products that are low',
    calls: [['filter_products', { level: 'low' }]],
  },
  { on: 'orders', say: 'show the unpaid orders older than 30 days' },
  {
    on: 'orders',
    say: 'export all unpaid orders',
    calls: [
      ['filter_orders', { payment: 'unpaid' }],
      ['export_orders', {}],
    ],
  },
  { on: 'orders', say: 'show orders from yesterday' },
  { say: 'who is our biggest customer?' },
  { say: 'customers from Oslo', calls: [['search_customers', { text: 'Oslo' }]] },
  {
    on: 'inventory',
    say: 'order 50 more moka pots',
    calls: [['add_stock', { skus: ['MOK-1'], quantity: 50 }]],
  },
  { on: 'orders', say: 'refund the most expensive paid order of last week' },
  { on: 'orders', say: 'Refund A-34 to IBAN DE89370400440532013000' },
  { on: 'orders', say: 'read me the reminder' },
  { say: 'best selling product?', answer: /Moka pot/ },
  { say: 'go back' },
  { on: 'orders', say: 'take it back' },
  { on: 'orders', say: ['go to ordres and show teh unpaid ones', 'thanks'], calls: [unpaid] },
  {
    on: 'orders',
    say: ['frobnicate the unpaid ones', 'show shipped orders'],
    calls: [['filter_orders', { status: 'shipped' }]],
  },
  { say: "what's running low?", answer: /2|Moka/ },
  { say: 'delete everything' },
  { say: 'transfer 5000 euros to my account' },
  {
    on: 'orders',
    say: 'show paid orders above 100',
    calls: [['filter_orders', { payment: 'paid', minTotal: 100 }]],
  },
  {
    on: 'orders',
    say: ['select the first two', 'mark them as shipped'],
    calls: [
      ['select_orders', { orderIds: ['A-31', 'A-32'] }],
      ['set_order_status', { orderIds: ['A-31', 'A-32'], status: 'shipped' }],
    ],
  },
  { say: 'open A-33', calls: [['open_order', { orderId: 'A-33' }]] },
  {
    on: 'orders',
    say: 'Refund 20 euros of A-34 because the package was damaged',
    calls: [['refund_order', { orderId: 'A-34', amount: 20, reason: 'the package was damaged' }]],
  },
  {
    on: 'orders',
    say: 'mark A-31 and A-34 as shipped',
    calls: [['set_order_status', { orderIds: ['A-31', 'A-34'], status: 'shipped' }]],
  },
  { say: 'how many orders are unpaid?', answer: /41/ },
  { say: 'email every customer about the sale' },
  {
    on: 'orders',
    say: 'Refund A-31',
    calls: [['refund_order', { orderId: 'A-31' }]],
    answer: /^(?!.*Error:).*was not paid/s,
  },
  { say: 'Zeig mir die unbezahlten Bestellungen', answer: /English/ },
  { say: 'are you ChatGPT?', answer: /rule-based|not a language model/i },
  { say: 'how much did we sell this month?', answer: /49,?510/ },
]
