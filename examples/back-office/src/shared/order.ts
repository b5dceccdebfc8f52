import * as z from 'zod'

export const orderStatuses = ['open', 'shipped', 'delivered', 'cancelled'] as const
export const payments = ['paid', 'unpaid'] as const
export const periods = [
  'any time',
  'last 7 days',
  'this month',
  'last month',
  'last 90 days',
] as const

export type OrderStatus = (typeof orderStatuses)[number]

/** The filter of the list of orders. Totals are in euros. */
export const orderFilter = z.object({
  payment: z.enum(['any', ...payments]).default('any'),
  status: z.enum(['any', ...orderStatuses]).default('any'),
  placed: z.enum(periods).default('any time').describe('When the order was placed'),
  minTotal: z
    .number()
    .nonnegative()
    .optional()
    .meta({ title: 'Total from', unit: 'EUR', description: 'In euros' }),
  maxTotal: z
    .number()
    .nonnegative()
    .optional()
    .meta({ title: 'Total to', unit: 'EUR', description: 'In euros' }),
  customer: z.string().max(80).default('').describe('Part of the name of the customer'),
})
export type OrderFilter = z.infer<typeof orderFilter>

export const everyOrder: OrderFilter = orderFilter.parse({})

/** The ids of orders, each once. */
export const orderIds = z
  .array(z.string())
  .min(1)
  .max(200)
  .overwrite((ids) => [...new Set(ids)])

/** A change of the status of some orders. */
export const statusChange = z.object({
  orderIds: orderIds.meta({ title: 'Orders' }),
  status: z.enum(orderStatuses),
})

/** The status that an order had before a change. */
export interface StatusBefore {
  id: string
  status: OrderStatus
}

/** An order. Amounts are in euros, days are `YYYY-MM-DD`. */
export interface Order {
  id: string
  customerId: string
  customer: string
  placedOn: string
  status: OrderStatus
  payment: (typeof payments)[number]
  total: number
  refunded: number
  hasReminder: boolean
}

export interface OrderPage {
  orders: Order[]
  /** The number of all orders that fit the filter. */
  count: number
  sum: number
  page: number
  pages: number
}

export interface OrderLine {
  sku: string
  product: string
  quantity: number
  unitPrice: number
}

export interface Reminder {
  orderId: string
  subject: string
  body: string
}

export interface OrderDetails extends Order {
  lines: OrderLine[]
  reminder: Reminder | null
}
