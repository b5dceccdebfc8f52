import { useMutationTool } from 'ambit/react/query'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod'
import { refundOrder, takeBackRefund } from '../../api/changes.ts'
import { orderQuery } from '../../api/queries.ts'
import { touched } from '../../api/use-change.ts'
import { euros } from '../../parts/euros.ts'
import { rowOf } from '../../parts/row-of.ts'
import { useMayChange } from '../../session/user-context.ts'
import type { Refund } from '../../shared/refund.ts'
import { checkedRefund } from './checked-refund.ts'

/** The id of the element that shows how to refund an order, on its page. */
export const refundPanel = 'refund'

/** The part of the preview that the question names. */
const previewed = z.object({ before: z.object({ customer: z.string() }) })

const tellRefund = ({ amount, orderId, customer }: Refund): string =>
  `${euros(amount)} of ${orderId} go back to ${customer} with the next night's batch.`

/**
 * Lets the agent refund an order, on pages that show orders. A user decides about each refund,
 * and sees the amount and the account first.
 */
export function RefundTool(): null {
  const client = useQueryClient()
  const mayChange = useMayChange()
  const [parameters] = useState(() => checkedRefund(client))
  useMutationTool({
    client,
    name: 'refund_order',
    title: ({ orderId, amount }, preview) => {
      const { before } = previewed.parse(preview)
      const what = amount === undefined ? 'the rest' : euros(amount)
      return `Refund ${what} of ${orderId} to ${before.customer}?`
    },
    description: 'Refund a paid order, in full or in part.',
    parameters,
    effect: 'egress',
    approval: {
      when: true,
      preview: async ({ orderId, amount, account }) => {
        const { customer, total, refunded } = await client.fetchQuery(orderQuery(orderId))
        const after = refunded + (amount ?? total - refunded)
        return {
          before: { customer, refunded: euros(refunded) },
          after: {
            customer,
            refunded: `${euros(after)} of ${euros(total)}`,
            to: account ? `the account ${account}` : 'the account it was paid from',
            paid: "with the next night's batch",
          },
        }
      },
    },
    enabled: () => mayChange,
    mutation: { mutationFn: refundOrder },
    invalidates: touched.refunds,
    touched: ({ orderId }) => [rowOf(orderId), refundPanel],
    result: { toModel: (refund) => JSON.stringify({ summary: tellRefund(refund), ...refund }) },
    undo: ({ result }) => takeBackRefund(result.id),
  })
  return null
}
