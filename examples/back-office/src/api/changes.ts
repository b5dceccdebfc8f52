import type { CustomerFields } from '../shared/customer.ts'
import type { OrderStatus, Reminder, StatusBefore } from '../shared/order.ts'
import type { StockChange } from '../shared/product.ts'
import type { NewRefund, Refund } from '../shared/refund.ts'
import { change } from './api.ts'

export const setStatus = (wanted: { orderIds: string[]; status: OrderStatus }) =>
  change<{ before: StatusBefore[] }>('PATCH', '/orders', wanted)

/** Gives each order the status that it had before. */
export async function restoreStatuses(before: readonly StatusBefore[]): Promise<void> {
  for (const [status, orders] of Map.groupBy(before, (order) => order.status)) {
    await setStatus({ orderIds: orders.map(({ id }) => id), status })
  }
}

export const draftReminders = (orderIds: readonly string[]) =>
  change<Reminder[]>('POST', '/reminders', { orderIds })

export const discardReminders = (orderIds: readonly string[]) =>
  change('DELETE', '/reminders', { orderIds })

export const refundOrder = (refund: NewRefund) => change<Refund>('POST', '/refunds', refund)

export const takeBackRefund = (id: string) => change('DELETE', `/refunds/${encodeURIComponent(id)}`)

export const saveCustomer = (id: string, fields: CustomerFields) =>
  change<{ before: CustomerFields }>('PUT', `/customers/${encodeURIComponent(id)}`, fields)

/** Puts all data of the demo back to what it was at first. */
export const resetDemo = () => change('POST', '/reset')

export const addStock = (wanted: StockChange) =>
  change<{ sku: string; stock: number }[]>('POST', '/products/stock', wanted)
