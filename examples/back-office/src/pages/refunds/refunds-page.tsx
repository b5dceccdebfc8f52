import { ScopeProvider } from '@ambit/react'
import { useMutationTool } from '@ambit/react/query'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import * as z from 'zod'
import { takeBackRefund } from '../../api/changes.ts'
import { refundsQuery } from '../../api/queries.ts'
import { touched } from '../../api/touched-queries.ts'
import { useChange } from '../../api/use-change.ts'
import { Badge } from '../../parts/badge.tsx'
import { euros } from '../../parts/euros.ts'
import { Page } from '../../parts/page.tsx'
import { useMayChange } from '../../session/user-context.ts'

const refundId = z.object({ refundId: z.string().describe('The id of a scheduled refund') })

export function RefundsPage(): ReactElement {
  const { data: refunds } = useSuspenseQuery(refundsQuery)
  const takeBack = useChange(takeBackRefund, touched.refunds)
  const mayChange = useMayChange()
  return (
    <ScopeProvider name="refunds" label="Refunds" context={() => ({ refunds })}>
      <Page title="Refunds" scope="refunds">
        <TakeBackTool />
        <p className="quiet">Scheduled refunds are paid with the next night's batch.</p>
        {takeBack.error && <p role="alert">{takeBack.error.message}</p>}
        <div className="table-box">
          <table aria-label="Refunds">
            <thead>
              <tr>
                <th scope="col">Refund</th>
                <th scope="col">Order</th>
                <th scope="col">Customer</th>
                <th scope="col" className="wide">
                  Reason
                </th>
                <th scope="col" className="number">
                  Amount
                </th>
                <th scope="col">State</th>
                <th aria-label="What to do" />
              </tr>
            </thead>
            <tbody>
              {refunds.map(({ id, orderId, customer, reason, amount, account, status }) => (
                <tr key={id}>
                  <th scope="row">{id}</th>
                  <td>
                    <Link to="/orders/$orderId" params={{ orderId }}>
                      {orderId}
                    </Link>
                  </td>
                  <td>{customer}</td>
                  <td className="wide">
                    {reason}
                    {account && <small className="quiet"> to {account}</small>}
                  </td>
                  <td className="number">{euros(amount)}</td>
                  <td>
                    <Badge of={status} />
                  </td>
                  <td>
                    <button
                      disabled={mayChange !== true || status === 'paid'}
                      onClick={() => takeBack.mutate(id)}
                    >
                      Take back
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {refunds.length === 0 && <p className="empty">Nothing was refunded yet.</p>}
        </div>
      </Page>
    </ScopeProvider>
  )
}

function TakeBackTool(): null {
  const client = useQueryClient()
  const mayChange = useMayChange()
  useMutationTool({
    client,
    name: 'take_back_refund',
    description: 'Take a scheduled refund back, so that it is not paid.',
    parameters: refundId,
    enabled: () => mayChange,
    mutation: { mutationFn: ({ refundId }) => takeBackRefund(refundId) },
    invalidates: touched.refunds,
  })
  return null
}
