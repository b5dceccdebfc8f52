import type { OrderStatus, Reminder, StatusBefore } from '../../shared/order.ts'

/** The largest number of orders that a sentence names. */
const mostNamed = 5

/** Says in a sentence which orders have a new status, and which had it before. */
export function tellStatus(before: readonly StatusBefore[], status: OrderStatus): string {
  const was = before.filter((order) => order.status === status)
  const is = before.filter((order) => order.status !== status)
  const say = (orders: readonly StatusBefore[], how: string): string[] => {
    if (orders.length === 0) return []
    const verb = orders.length === 1 ? 'is' : 'are'
    return [`${named(orders.map(({ id }) => id))} ${verb} ${how}.`]
  }
  return [...say(is, `${status} now`), ...say(was, `already ${status}`)].join(' ')
}

/** Says in a sentence for which orders a reminder was drafted; those that had one are left out. */
export function tellDrafts(drafts: readonly Reminder[]): string {
  const ids = drafts.map(({ orderId }) => orderId)
  if (ids.length === 0) return 'Each of these orders had a reminder already.'
  const what = ids.length === 1 ? 'A reminder is' : `${ids.length} reminders are`
  return `${what} drafted for ${named(ids)}. Nothing is sent.`
}

function named(ids: readonly string[]): string {
  if (ids.length > mostNamed) return `${ids.length} orders`
  return new Intl.ListFormat('en').format(ids)
}
