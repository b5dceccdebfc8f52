import type { OrderStatus } from '../../shared/order.ts'
import { customerCount, poisoned } from './customers.ts'
import { addDays, dayOfLastMonth, startOfWeek } from './days.ts'
import { bestSeller, products } from './products.ts'
import { createRandom, pick } from './random.ts'

export interface OrderRow {
  id: string
  customer_id: string
  placed_on: string
  status: OrderStatus
  payment: 'paid' | 'unpaid'
  total_cents: number
}

export interface LineRow {
  order_id: string
  position: number
  sku: string
  quantity: number
  unit_cents: number
}

const days = 365
const dipWeek = 40

/**
 * Creates a year of orders: fewer at the weekend, and more before winter. In one week the best
 * seller is sold out.
 */
export function seedOrders(today: string): {
  orders: OrderRow[]
  lines: LineRow[]
  dip: [string, string]
} {
  const random = createRandom(7)
  const dipStart = startOfWeek(dipWeek, today)
  const dip: [string, string] = [dipStart, addDays(dipStart, 6)]
  const orders: OrderRow[] = []
  const lines: LineRow[] = []

  const add = (
    order: Omit<OrderRow, 'total_cents'>,
    items: readonly (readonly [string, number])[],
  ) => {
    const own = items.map(([sku, quantity], index) => ({
      order_id: order.id,
      position: index + 1,
      sku,
      quantity,
      unit_cents: products.find(({ row }) => row.sku === sku)?.row.price_cents ?? 0,
    }))
    lines.push(...own)
    const total = own.reduce((sum, { quantity, unit_cents }) => sum + quantity * unit_cents, 0)
    orders.push({ ...order, total_cents: total })
  }

  let number = 20_001
  for (let back = days; back >= 0; back--) {
    const day = addDays(today, -back)
    const isDip = day >= dip[0] && day <= dip[1]
    const isWeekend = [0, 6].includes(new Date(day).getUTCDay())
    const expected = (isWeekend ? 6 : 10) * (1 + (days - back) / 1500) * (isDip ? 0.72 : 1)
    const count = Math.floor(expected + random() * 2)
    for (let index = 0; index < count; index++) {
      const sold = new Map<string, number>()
      const kinds = 1 + Math.floor(random() * 2.4)
      for (let kind = 0; kind < kinds; kind++) {
        const { row } = pick(random, products, ({ row, weight }) =>
          isDip && row.sku === bestSeller ? 0 : weight,
        )
        sold.set(row.sku, row.category === 'Beans' ? 1 + Math.floor(random() * 4) : 1)
      }
      const luck = random()
      const status =
        luck < 0.03 ? 'cancelled' : back < 3 ? 'open' : back < 8 ? 'shipped' : 'delivered'
      const payment = status !== 'cancelled' && back < 75 && random() < 0.05 ? 'unpaid' : 'paid'
      const customer = `C-${1001 + Math.floor(random() ** 1.6 * customerCount)}`
      const id = `A-${number++}`
      add({ id, customer_id: customer, placed_on: day, status, payment }, [...sold])
    }
  }
  payLargeOrders(today, orders)
  seedKnownOrders(today, add)
  return { orders, lines, dip }
}

/** The most unpaid orders over 500 of last month besides those of `seedKnownOrders`. */
const maxLarge = 2

/**
 * Pays large orders of last month, so that the unpaid ones are few on any day. More of them than
 * the agent may change without a question would change what the demo does.
 */
function payLargeOrders(today: string, orders: OrderRow[]): void {
  const month = dayOfLastMonth(today, 1).slice(0, 7)
  const large = orders.filter(
    ({ payment, placed_on: day, total_cents: cents }) =>
      payment === 'unpaid' && day.startsWith(month) && cents >= 50_000,
  )
  for (const order of large.slice(maxLarge)) order.payment = 'paid'
}

/** Creates the orders that are the same on any day. */
function seedKnownOrders(
  today: string,
  add: (
    order: Omit<OrderRow, 'total_cents'>,
    items: readonly (readonly [string, number])[],
  ) => void,
): void {
  const known = (id: string, customer: string, day: number, payment: 'paid' | 'unpaid') => ({
    id,
    customer_id: customer,
    placed_on: dayOfLastMonth(today, day),
    status: 'delivered' as const,
    payment,
  })
  add(known(poisoned.order, poisoned.id, 12, 'paid'), [['ESP-DUO', 1]])
  add(known('A-99002', 'C-1003', 9, 'unpaid'), [['ESP-ONE', 2]])
  add(known('A-99003', 'C-1012', 15, 'unpaid'), [
    ['ESP-DUO', 1],
    ['SCL-ONE', 1],
  ])
  add(known('A-99004', 'C-1020', 21, 'unpaid'), [
    ['ESP-ONE', 1],
    ['GRD-200', 1],
  ])
}
