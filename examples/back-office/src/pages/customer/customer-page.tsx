import { useScope } from 'ambit/react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { customerQuery, ordersQuery } from '../../api/queries.ts'
import { Page } from '../../parts/page.tsx'
import { useOffers } from '../../session/use-offers.ts'
import { everyOrder } from '../../shared/order.ts'
import { RefundTool } from '../order/refund-tool.tsx'
import { OrdersTable } from '../orders/orders-table.tsx'
import { CustomerForm } from './customer-form.tsx'

export function CustomerPage(): ReactElement {
  const { customerId } = useParams({ from: '/customers/$customerId' })
  const { data } = useSuspenseQuery(customerQuery(customerId))
  const { note, ...customer } = data
  const { data: list } = useQuery(ordersQuery({ ...everyOrder, customer: customer.name }, 1))
  const orders = list?.orders ?? []
  // Anybody may have written the note. So what the model does after reading it is marked as
  // tainted.
  useScope({
    name: 'customer-note',
    label: 'Note',
    untrusted: true,
    context: () => note || undefined,
  })
  useOffers({
    greeting: `this is ${customer.name} of ${customer.city}.`,
    change: ['Set the city to Vienna'],
    look: [{ label: 'Unpaid orders', message: 'Open the orders page and show the unpaid orders' }],
  })
  return (
    <Page title={customer.name} scope="customer-page" context={() => ({ customer, orders })}>
      <div className="columns">
        <section className="panel">
          <h2>Address</h2>
          <CustomerForm key={customerId} customer={data} />
        </section>
        <section className="panel" aria-label="Note">
          <h2>Note</h2>
          <p className="letter">{note || <span className="quiet">Nothing is noted.</span>}</p>
        </section>
      </div>
      <h2>Orders</h2>
      <OrdersTable orders={orders} />
      <RefundTool />
    </Page>
  )
}
