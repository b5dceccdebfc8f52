import { useTool } from 'ambit/react'
import { useMutationTool } from 'ambit/react/query'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import * as z from 'zod'
import { takeBackRefund } from '../../api/changes.ts'
import { refundsQuery } from '../../api/queries.ts'
import { touched, useChange } from '../../api/use-change.ts'
import { Badge } from '../../parts/badge.tsx'
import { euros } from '../../parts/euros.ts'
import { Filters, filtersId } from '../../parts/filters.tsx'
import { Page } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useMayChange } from '../../session/user-context.ts'
import { useOffers } from '../../session/use-offers.ts'
import type { Refund } from '../../shared/refund.ts'
import { refundFilter, useRefundsView } from './refunds-view.ts'

const refundId = z.object({ refundId: z.string().describe('The id of a scheduled refund') })

const columns: readonly Column<Refund>[] = [
  { title: 'Refund', cell: ({ id }) => id },
  {
    title: 'Order',
    cell: ({ orderId }) => (
      <Link to="/orders/$orderId" params={{ orderId }}>
        {orderId}
      </Link>
    ),
  },
  { title: 'Customer', cell: ({ customer }) => customer },
  {
    title: 'Reason',
    className: 'wide',
    cell: ({ reason, account }) => (
      <>
        {reason}
        {account && <small className="quiet"> to {account}</small>}
      </>
    ),
  },
  { title: 'Amount', className: 'number', cell: ({ amount }) => euros(amount) },
  { title: 'State', cell: ({ status }) => <Badge of={status} /> },
]

export function RefundsPage(): ReactElement {
  const { data: all } = useSuspenseQuery(refundsQuery)
  const { status, showRefunds } = useRefundsView()
  const refunds = all.filter((refund) => status === 'any' || refund.status === status)
  const takeBack = useChange(takeBackRefund, touched.refunds)
  const mayChange = useMayChange()
  const takeBackButton = ({ id, status }: Refund) => (
    <button disabled={mayChange !== true || status === 'paid'} onClick={() => takeBack.mutate(id)}>
      Take back
    </button>
  )
  const due = all.filter((refund) => refund.status === 'scheduled')
  useOffers({
    greeting: `${due.length} refunds are due (${euros(due.reduce((sum, { amount }) => sum + amount, 0))}).`,
    look: [
      { label: 'Only scheduled ones', message: 'Show only the refunds that are scheduled' },
      'Open the dashboard',
    ],
  })
  return (
    <Page title="Refunds" scope="refunds" context={() => ({ status, refunds })}>
      <TakeBackTool />
      <FilterTool refunds={all} />
      <Filters>
        <select
          aria-label="State"
          value={status}
          onChange={({ target }) => void showRefunds(refundFilter.parse({ status: target.value }))}
        >
          <option value="any">any state</option>
          <option>scheduled</option>
          <option>paid</option>
        </select>
      </Filters>
      <p className="quiet">Scheduled refunds are paid with the next night's batch.</p>
      {takeBack.error && <p role="alert">{takeBack.error.message}</p>}
      <Table
        label="Refunds"
        columns={[...columns, { title: 'What to do', hasButtons: true, cell: takeBackButton }]}
        rows={refunds}
        idOf={({ id }) => id}
        empty={all.length === 0 ? 'Nothing was refunded yet.' : 'No refund fits.'}
      />
    </Page>
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

function FilterTool({ refunds }: { refunds: readonly Refund[] }): null {
  const { showRefunds } = useRefundsView()
  useTool({
    name: 'filter_refunds',
    description: 'Show only the refunds in a state, or all of them.',
    parameters: refundFilter,
    effect: 'read',
    handler: async ({ status }, ctx) => {
      await showRefunds({ status })
      ctx.touched(filtersId)
      return { refunds: refunds.filter((each) => status === 'any' || each.status === status) }
    },
  })
  return null
}
