import type { QueryClient } from '@tanstack/react-query'
import { namedOrdersQuery } from '../../api/queries.ts'
import { orderInWords } from './order-in-words.ts'

interface ReminderRow {
  order: string
  reminder: 'none' | 'drafted'
}

/** Shows which orders get a draft of a reminder, for the user who decides about it. */
export async function previewReminders(
  client: QueryClient,
  orderIds: string[],
): Promise<{ before: ReminderRow[]; after: ReminderRow[] }> {
  const orders = await client.fetchQuery(namedOrdersQuery(orderIds))
  return {
    before: orders.map((order) => ({
      order: orderInWords(order),
      reminder: order.hasReminder ? 'drafted' : 'none',
    })),
    after: orders.map((order) => ({ order: orderInWords(order), reminder: 'drafted' })),
  }
}
