import { euros } from '../../parts/euros.ts'
import type { OrderPage } from '../../shared/order.ts'

/** Says in a sentence which orders a list has, for people and for the model. */
export function tellOrders({ orders, count, sum }: OrderPage): string {
  if (count === 0) return 'No order fits.'
  const all = `${count.toLocaleString('en')} ${count === 1 ? 'order' : 'orders'}, ${euros(sum)}`
  return orders.length < count
    ? `${all} in all. The first ${orders.length} are listed.`
    : `${all} in all.`
}
