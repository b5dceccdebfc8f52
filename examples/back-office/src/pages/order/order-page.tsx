import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { discardReminders } from '../../api/changes.ts'
import { orderQuery } from '../../api/queries.ts'
import { touched, useChange } from '../../api/use-change.ts'
import { Badge } from '../../parts/badge.tsx'
import { Day } from '../../parts/day.tsx'
import { euros } from '../../parts/euros.ts'
import { Page } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useMayChange } from '../../session/user-context.ts'
import { useOffers } from '../../session/use-offers.ts'
import type { OrderLine } from '../../shared/order.ts'
import { RefundForm } from './refund-form.tsx'
import { refundPanel, RefundTool } from './refund-tool.tsx'

const columns: readonly Column<OrderLine>[] = [
  { title: 'Product', cell: ({ product }) => product },
  { title: 'Pieces', className: 'number', cell: ({ quantity }) => quantity },
  {
    title: 'Price',
    className: 'number',
    cell: ({ quantity, unitPrice }) => euros(quantity * unitPrice),
  },
]

export function OrderPage(): ReactElement {
  const { orderId } = useParams({ from: '/orders/$orderId' })
  const { data: order } = useSuspenseQuery(orderQuery(orderId))
  const discard = useChange(discardReminders, touched.orders, () => 'The draft is discarded.')
  const mayChange = useMayChange()
  const left = order.total - order.refunded
  const canRefund = order.payment === 'paid' && left > 0
  useOffers({
    greeting: `this is the order of ${order.customer}. It is ${order.payment} and ${order.status}.`,
    change: canRefund
      ? [{ label: 'Refund 5 euros', message: 'Refund 5 euros because the package was damaged' }]
      : [],
    look: ['Open the customers page'],
  })
  return (
    <Page title={`Order ${orderId}`} scope="order" context={() => ({ order })}>
      <dl className="facts">
        <Fact name="Customer">
          <Link to="/customers/$customerId" params={{ customerId: order.customerId }}>
            {order.customer}
          </Link>
        </Fact>
        <Fact name="Placed">
          <Day of={order.placedOn} />
        </Fact>
        <Fact name="Status">
          <Badge of={order.status} />
        </Fact>
        <Fact name="Payment">
          <Badge of={order.payment} />
        </Fact>
      </dl>
      <Table
        label="Lines"
        columns={columns}
        rows={order.lines}
        idOf={({ sku }) => sku}
        foot={
          <>
            <Sum label="Total">{euros(order.total)}</Sum>
            {order.refunded > 0 && <Sum label="Refunded">−{euros(order.refunded)}</Sum>}
          </>
        }
      />
      <div className="columns">
        {canRefund && (
          <section className="panel" id={refundPanel}>
            <h2>Refund</h2>
            <RefundForm orderId={orderId} left={left} />
          </section>
        )}
        {order.reminder && (
          <section className="panel" aria-label="Reminder">
            <h2>{order.reminder.subject}</h2>
            <p className="letter">{order.reminder.body}</p>
            <button disabled={mayChange !== true} onClick={() => discard.mutate([orderId])}>
              Discard draft
            </button>
          </section>
        )}
      </div>
      <RefundTool />
    </Page>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Sum({ label, children }: { label: string; children: ReactNode }): ReactElement {
  return (
    <tr>
      <th scope="row" colSpan={2}>
        {label}
      </th>
      <td className="number">{children}</td>
    </tr>
  )
}
