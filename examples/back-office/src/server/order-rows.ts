import type { Order, OrderFilter } from '../shared/order.ts'

/** The columns of an `Order`, from `orders o` and `customers c`. */
export const orderColumns = `
  o.id, o.customer_id as "customerId", c.name as customer, o.placed_on::text as "placedOn", o.status, o.payment,
  o.total_cents as total,
  (select coalesce(sum(r.amount_cents), 0)::int from refunds r where r.order_id = o.id) as refunded,
  exists (select from reminders m where m.order_id = o.id) as "hasReminder"`

export const orderTables = 'orders o join customers c on c.id = o.customer_id'

export const toOrder = <T extends Order>(row: T): T => ({
  ...row,
  total: row.total / 100,
  refunded: row.refunded / 100,
})

const thisMonth = `date_trunc('month', current_date)`
const placed: Record<OrderFilter['placed'], string> = {
  'any time': 'true',
  'last 7 days': `o.placed_on > current_date - 7`,
  'this month': `o.placed_on >= ${thisMonth}`,
  'last month': `o.placed_on >= ${thisMonth} - interval '1 month' and o.placed_on < ${thisMonth}`,
  'last 90 days': `o.placed_on > current_date - 90`,
}

/**
 * Converts a filter to a condition, and to the values that the condition refers to as `$1`, `$2`, …
 */
export function toCondition(filter: OrderFilter): { where: string; values: unknown[] } {
  const values: unknown[] = []
  const parts = [placed[filter.placed]]
  const add = (column: string, value: unknown): void => {
    values.push(value)
    parts.push(`${column} $${values.length}`)
  }
  if (filter.payment !== 'any') add('o.payment =', filter.payment)
  if (filter.status !== 'any') add('o.status =', filter.status)
  if (filter.minTotal !== undefined) add('o.total_cents >=', Math.round(filter.minTotal * 100))
  if (filter.maxTotal !== undefined) add('o.total_cents <=', Math.round(filter.maxTotal * 100))
  if (filter.customer)
    add('c.name ilike', `%${filter.customer.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
  return { where: parts.join(' and '), values }
}
