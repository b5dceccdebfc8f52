import { ScopeProvider } from '@ambit/react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { discardReminders } from '../../api/changes.ts'
import { orderQuery } from '../../api/queries.ts'
import { touched } from '../../api/touched-queries.ts'
import { useChange } from '../../api/use-change.ts'
import { Badge } from '../../parts/badge.tsx'
import { euros } from '../../parts/euros.ts'
import { Page } from '../../parts/page.tsx'
import { useMayChange } from '../../session/user-context.ts'
import { RefundForm } from './refund-form.tsx'
import { RefundTool } from './refund-tool.tsx'

export function OrderPage(): ReactElement {
  const { orderId } = useParams({ from: '/orders/$orderId' })
  const { data: order } = useSuspenseQuery(orderQuery(orderId))
  const discard = useChange(discardReminders, touched.orders)
  const mayChange = useMayChange()
  const left = order.total - order.refunded
  return (
    <ScopeProvider name="order" label={`Order ${orderId}`} context={() => ({ order })}>
      <Page title={`Order ${orderId}`} scope="order">
        <p>
          <Link to="/customers/$customerId" params={{ customerId: order.customerId }}>
            {order.customer}
          </Link>
          , {order.placedOn} <Badge of={order.status} /> <Badge of={order.payment} />
        </p>
        <div className="table-box">
          <table aria-label="Lines">
            <thead>
              <tr>
                <th scope="col">Product</th>
                <th scope="col" className="number">
                  Pieces
                </th>
                <th scope="col" className="number">
                  Price
                </th>
              </tr>
            </thead>
            <tbody>
              {order.lines.map(({ sku, product, quantity, unitPrice }) => (
                <tr key={sku}>
                  <th scope="row">{product}</th>
                  <td className="number">{quantity}</td>
                  <td className="number">{euros(quantity * unitPrice)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={2}>
                  Total
                </th>
                <td className="number">{euros(order.total)}</td>
              </tr>
              {order.refunded > 0 && (
                <tr>
                  <th scope="row" colSpan={2}>
                    Refunded
                  </th>
                  <td className="number">−{euros(order.refunded)}</td>
                </tr>
              )}
            </tfoot>
          </table>
        </div>
        <div className="columns">
          {order.payment === 'paid' && left > 0 && (
            <section className="panel">
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
    </ScopeProvider>
  )
}
