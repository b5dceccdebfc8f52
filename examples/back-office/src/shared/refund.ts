import * as z from 'zod'
import { euros } from '../parts/euros.ts'

/** The values of a new refund, the same for a user and for the agent. */
export const newRefund = z.object({
  orderId: z
    .string()
    .min(1, 'Name the order.')
    .meta({ title: 'Order', description: 'The id of a paid order' }),
  amount: z
    .number('Write an amount.')
    .positive('An amount is more than 0.')
    .multipleOf(0.01, 'At most two decimals.')
    .optional()
    .meta({
      title: 'Amount',
      unit: 'EUR',
      description: 'In euros; left out, all that is not refunded yet',
    }),
  reason: z.string().max(200).default('Goodwill'),
  account: z.string().max(34).optional().meta({
    title: 'Account',
    description: 'An IBAN; left out, the account that the order was paid from',
  }),
})
export type NewRefund = z.infer<typeof newRefund>

/** The parts of an order that decide what can be refunded. Amounts are in euros. */
interface Refundable {
  id: string
  payment: 'paid' | 'unpaid'
  total: number
  refunded: number
}

/**
 * Returns why an amount of an order cannot be refunded, and the field that is wrong; undefined if
 * it can. Without an amount, the refund is for all that is left.
 */
export function findRefundFault(
  { id, payment, total, refunded }: Refundable,
  amount?: number,
): { field: 'orderId' | 'amount'; message: string } | undefined {
  if (payment !== 'paid') return { field: 'orderId', message: `The order ${id} was not paid.` }
  const left = Math.round((total - refunded) * 100)
  if (left <= 0) return { field: 'orderId', message: `The order ${id} is refunded already.` }
  if (amount === undefined || Math.round(amount * 100) <= left) return undefined
  return { field: 'amount', message: `At most ${euros(left / 100)} can be refunded.` }
}

/**
 * A refund. A scheduled refund is paid with the next night's batch, and can be cancelled until
 * then.
 */
export interface Refund {
  id: string
  orderId: string
  customer: string
  amount: number
  account: string | null
  reason: string
  status: 'scheduled' | 'paid'
  createdOn: string
}
