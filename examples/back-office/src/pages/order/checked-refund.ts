import type { QueryClient } from '@tanstack/react-query'
import { ApiFailureError } from '../../api/api-failure-error.ts'
import { orderQuery } from '../../api/queries.ts'
import { findRefundFault, newRefund } from '../../shared/refund.ts'

/**
 * Returns the rules of a refund, together with those that depend on the order. A refund that the
 * API would refuse is refused at once, and no user is asked about it.
 */
export const checkedRefund = (client: QueryClient) =>
  newRefund.superRefine(async ({ orderId, amount }, ctx) => {
    try {
      const fault = findRefundFault(await client.fetchQuery(orderQuery(orderId)), amount)
      if (fault) ctx.addIssue({ code: 'custom', path: [fault.field], message: fault.message })
    } catch (error) {
      const { code, message } = ApiFailureError.of(error)
      // Any other failure is the connection's. It says nothing about the refund.
      if (code === 'not_found') ctx.addIssue({ code: 'custom', path: ['orderId'], message })
    }
  })
