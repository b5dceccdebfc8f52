import { jsonSchema, Scope, Tool, unavailable } from 'ambit'

const anything = jsonSchema<Record<string, unknown>>({ type: 'object' })

/** The smallest possible picture. */
export const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

const find = new Tool({
  name: 'find_orders',
  title: 'Find orders',
  description: 'Find orders.',
  parameters: anything,
  effect: 'read',
  handler: (_, ctx) => {
    ctx.artifact({ id: 'found', type: 'table', title: 'Unpaid orders', data: [17, 21] })
    return { orders: [{ id: 17, customer: 'Ada Lovelace', total: 20 }] }
  },
})
const report = new Tool({
  name: 'write_report',
  title: 'Write a report',
  description: 'Write a report.',
  handler: (_, ctx) => {
    const data = `# Unpaid orders\n\n${'Two orders are **unpaid**. The older one is from last week.\n\n'.repeat(12)}`
    ctx.artifact({ id: 'report', type: 'markdown', title: 'Unpaid orders', data })
    return 'Written.'
  },
})
const mark = new Tool({
  name: 'mark_paid',
  title: 'Mark as paid',
  description: 'Mark an order as paid.',
  parameters: anything,
  handler: (_, ctx) => {
    ctx.undo(() => undefined)
    return { id: 17, paid: true }
  },
})
const send = new Tool({
  name: 'send_mail',
  title: 'Send mail',
  description: 'Send a mail.',
  parameters: anything,
  handler: () => Promise.reject(new Error('The mail server did not answer within 10 seconds.')),
})
const stall = new Tool({
  name: 'export_orders',
  title: 'Export orders',
  description: 'Export orders.',
  handler: (_, ctx) => {
    ctx.progress({ percent: 40, message: 'Order 4 of 10' })
    return new Promise(() => undefined)
  },
})
const refund = new Tool({
  name: 'refund_order',
  title: 'Refund order',
  description: 'Refund an order.',
  parameters: jsonSchema<Record<string, unknown>>({
    type: 'object',
    required: ['order'],
    properties: {
      order: { type: 'number', description: 'The number on the invoice' },
      to: { type: 'string' },
      reason: { enum: ['damaged', 'late', 'unwanted'] },
      notify: { type: 'boolean' },
      lines: { type: 'array' },
    },
  }),
  effect: 'destructive',
  approval: { preview: () => 'Ada Lovelace gets 20 € back.' },
  handler: () => 'refunded',
})
const book = new Tool({
  name: 'book_courier',
  title: 'Book courier',
  description: 'Book a courier.',
  handler: async (_, ctx) =>
    ctx.ask({
      message: 'When should the courier come?',
      schema: jsonSchema({
        type: 'object',
        required: ['day', 'parcels', 'size'],
        properties: {
          day: { type: 'string', format: 'date' },
          parcels: { type: 'integer', minimum: 1, description: 'How many there are' },
          size: { enum: ['small', 'large'] },
          insured: { type: 'boolean' },
          note: { type: 'string', maxLength: 500 },
        },
      }),
    }),
})
const remove = new Tool({
  name: 'delete_order',
  title: 'Delete order',
  description: 'Delete an order.',
  enabled: () => unavailable('Select an order first'),
  handler: () => null,
})

export const scopes: readonly Scope[] = [
  new Scope({
    name: 'orders',
    label: 'Orders',
    tools: [find, report, mark, refund, remove, stall],
  }),
  new Scope({ name: 'post', label: 'Mail and couriers', tools: [send, book] }),
]
