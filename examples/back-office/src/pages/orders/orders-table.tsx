import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { Badge } from '../../parts/badge.tsx'
import { Day } from '../../parts/day.tsx'
import { euros } from '../../parts/euros.ts'
import { type Column, Table } from '../../parts/table.tsx'
import type { Order } from '../../shared/order.ts'

const columns: readonly Column<Order>[] = [
  {
    title: 'Order',
    cell: ({ id }) => (
      <Link to="/orders/$orderId" params={{ orderId: id }}>
        {id}
      </Link>
    ),
  },
  {
    title: 'Customer',
    cell: ({ customerId, customer }) => (
      <Link to="/customers/$customerId" params={{ customerId }}>
        {customer}
      </Link>
    ),
  },
  { title: 'Placed', className: 'wide', cell: ({ placedOn }) => <Day of={placedOn} /> },
  { title: 'Status', className: 'wide', cell: ({ status }) => <Badge of={status} /> },
  {
    title: 'Payment',
    cell: ({ payment, hasReminder }) => (
      <>
        <Badge of={payment} />
        {hasReminder && <small className="quiet"> reminder drafted</small>}
      </>
    ),
  },
  {
    title: 'Total',
    className: 'number',
    cell: ({ total, refunded }) => (
      <>
        {euros(total)}
        {refunded > 0 && <small className="quiet"> −{euros(refunded)}</small>}
      </>
    ),
  },
]

/** Shows orders as rows, with boxes to select them if `onSelect` is given. */
export function OrdersTable(props: {
  orders: readonly Order[]
  selected?: readonly string[]
  onSelect?: (selected: readonly string[]) => void
}): ReactElement {
  const { orders, ...selection } = props
  return (
    <Table
      label="Orders"
      columns={columns}
      rows={orders}
      idOf={({ id }) => id}
      empty="No order fits."
      {...selection}
    />
  )
}
