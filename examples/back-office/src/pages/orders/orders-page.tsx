import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { ordersQuery } from '../../api/queries.ts'
import { euros } from '../../parts/euros.ts'
import { ListState } from '../../parts/list-state.tsx'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { useOffers } from '../../session/use-offers.ts'
import { RefundTool } from '../order/refund-tool.tsx'
import { BulkActions } from './bulk-actions.tsx'
import { OrderFilters } from './order-filters.tsx'
import { OrdersTable } from './orders-table.tsx'
import { useOrdersView } from './orders-view.ts'

const remindUnpaid = {
  label: 'Remind of those over 500 of last month',
  message: 'Show the unpaid orders over 500 from last month and draft reminders for them',
}

const greet = (count: number): string => {
  if (count === 0) return 'no order fits this filter.'
  return count === 1 ? 'this is one order.' : `these are ${count.toLocaleString('en')} orders.`
}

export function OrdersPage(): ReactElement {
  const { filter, page, turnToPage } = useOrdersView()
  const query = useQuery(ordersQuery(filter, page))
  const { orders = [], count = 0, sum = 0, pages = 1 } = query.data ?? {}
  // What is selected belongs to the list that is shown.
  const list = JSON.stringify([filter, page])
  const [selection, setSelection] = useState({ list, ids: [] as readonly string[] })
  const selected = selection.list === list ? selection.ids : []
  const select = (ids: readonly string[]): void => setSelection({ list, ids })
  const isReminded = orders.length > 0 && orders.every(({ hasReminder }) => hasReminder)
  useOffers({
    greeting: query.data ? greet(count) : 'the orders are on their way.',
    change: isReminded ? [] : [remindUnpaid],
    look: [
      { label: 'Only open ones', message: 'Show the orders that are open' },
      { label: 'Paid, over 500', message: 'Show the paid orders over 500 from last month' },
    ],
  })
  return (
    <Page
      title="Orders"
      scope="orders"
      context={() =>
        query.data
          ? { filter, count, sum, page, pages, orders, selected }
          : { filter, orders: 'not loaded' }
      }
      actions={<BulkActions shown={orders} selected={selected} onSelect={select} />}
    >
      <OrderFilters />
      <p className="quiet" role="status">
        {query.data &&
          `${count.toLocaleString('en')} ${count === 1 ? 'order' : 'orders'}, ${euros(sum)}`}
        {selected.length > 0 && `, ${selected.length} selected`}
      </p>
      <ListState label="orders" query={query}>
        <OrdersTable orders={orders} selected={selected} onSelect={select} />
      </ListState>
      <Pager page={page} pages={pages} onPage={(page) => void turnToPage(page)} />
      <RefundTool />
    </Page>
  )
}
