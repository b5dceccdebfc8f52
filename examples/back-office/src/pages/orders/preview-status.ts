import type { QueryClient } from '@tanstack/react-query'
import { namedOrdersQuery } from '../../api/queries.ts'
import type { OrderStatus } from '../../shared/order.ts'
import { orderInWords } from './order-in-words.ts'

interface StatusRow {
  order: string
  status: OrderStatus
}

/** Shows the status of each order as it is and as it would be, for the user who decides. */
export async function previewStatus(
  client: QueryClient,
  { orderIds, status }: { orderIds: string[]; status: OrderStatus },
): Promise<{ before: StatusRow[]; after: StatusRow[] }> {
  const orders = await client.fetchQuery(namedOrdersQuery(orderIds))
  return {
    before: orders.map((order) => ({ order: orderInWords(order), status: order.status })),
    after: orders.map((order) => ({ order: orderInWords(order), status })),
  }
}
