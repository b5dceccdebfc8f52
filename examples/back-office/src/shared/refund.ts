import * as z from 'zod'

/** The values of a new refund, the same for a person and for the agent. */
export const newRefund = z.object({
  orderId: z.string().min(1, 'Name the order.').describe('The id of a paid order'),
  amount: z
    .number('Write an amount.')
    .positive('An amount is more than 0.')
    .multipleOf(0.01, 'At most two decimals.')
    .optional()
    .describe('In euros; left out, all that is not refunded yet'),
  reason: z.string().max(200).default('Goodwill'),
  account: z
    .string()
    .max(34)
    .optional()
    .describe('An IBAN; left out, the account that the order was paid from'),
})
export type NewRefund = z.infer<typeof newRefund>

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
