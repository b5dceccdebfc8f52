import { useMutationTool } from '@ambit/react/query'
import { useQueryClient } from '@tanstack/react-query'
import { refundOrder, takeBackRefund } from '../../api/changes.ts'
import { orderQuery } from '../../api/queries.ts'
import { touched } from '../../api/use-change.ts'
import { euros } from '../../parts/euros.ts'
import { useMayChange } from '../../session/user-context.ts'
import { newRefund } from '../../shared/refund.ts'

/**
 * Lets the agent refund an order, on pages that show orders. A person decides about each refund,
 * and sees the amount and the account first.
 */
export function RefundTool(): null {
  const client = useQueryClient()
  const mayChange = useMayChange()
  useMutationTool({
    client,
    name: 'refund_order',
    description: 'Refund a paid order, in full or in part.',
    parameters: newRefund,
    effect: 'egress',
    requiresApproval: true,
    enabled: () => mayChange,
    preview: async ({ orderId, amount, account }) => {
      const { customer, total, refunded } = await client.fetchQuery(orderQuery(orderId))
      const wanted = euros(amount ?? total - refunded)
      const target = account ? `the account ${account}` : 'the account it was paid from'
      return `${wanted} of ${euros(total)} for ${customer}, to ${target}. It is paid with the next night's batch.`
    },
    mutation: { mutationFn: refundOrder },
    invalidates: touched.refunds,
    toModelOutput: (refund) => JSON.stringify(refund),
    undo: ({ id }) => takeBackRefund(id),
  })
  return null
}
