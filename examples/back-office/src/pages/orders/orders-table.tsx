import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { Badge } from '../../parts/badge.tsx'
import { euros } from '../../parts/euros.ts'
import type { Order } from '../../shared/order.ts'

/** Orders as rows, with boxes to select them where `onSelect` is there. */
export function OrdersTable(props: {
  orders: readonly Order[]
  selected?: readonly string[]
  onSelect?: ((selected: readonly string[]) => void) | undefined
}): ReactElement {
  const { orders, selected = [], onSelect } = props
  const areAll = orders.length > 0 && orders.every(({ id }) => selected.includes(id))
  const toggle = (id: string) =>
    selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id]
  return (
    <div className="table-box">
      <table aria-label="Orders">
        <thead>
          <tr>
            {onSelect && (
              <th className="box">
                <input
                  type="checkbox"
                  aria-label="Select all orders shown"
                  checked={areAll}
                  onChange={() => onSelect(areAll ? [] : orders.map(({ id }) => id))}
                />
              </th>
            )}
            <th scope="col">Order</th>
            <th scope="col">Customer</th>
            <th scope="col" className="wide">
              Placed
            </th>
            <th scope="col" className="wide">
              Status
            </th>
            <th scope="col">Payment</th>
            <th scope="col" className="number">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map(
            ({ id, customerId, customer, placedOn, status, payment, total, ...order }) => (
              <tr key={id} aria-selected={onSelect ? selected.includes(id) : undefined}>
                {onSelect && (
                  <td className="box">
                    <input
                      type="checkbox"
                      aria-label={`Select ${id}`}
                      checked={selected.includes(id)}
                      onChange={() => onSelect(toggle(id))}
                    />
                  </td>
                )}
                <th scope="row">
                  <Link to="/orders/$orderId" params={{ orderId: id }}>
                    {id}
                  </Link>
                </th>
                <td>
                  <Link to="/customers/$customerId" params={{ customerId }}>
                    {customer}
                  </Link>
                </td>
                <td className="wide">{placedOn}</td>
                <td className="wide">
                  <Badge of={status} />
                </td>
                <td>
                  <Badge of={payment} />
                  {order.hasReminder && <small className="quiet"> reminder drafted</small>}
                </td>
                <td className="number">
                  {euros(total)}
                  {order.refunded > 0 && <small className="quiet"> −{euros(order.refunded)}</small>}
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      {orders.length === 0 && <p className="empty">No order fits.</p>}
    </div>
  )
}
