import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { ordersQuery } from '../../api/queries.ts'
import { euros } from '../../parts/euros.ts'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { RefundTool } from '../order/refund-tool.tsx'
import { BulkActions } from './bulk-actions.tsx'
import { OrderFilters } from './order-filters.tsx'
import { OrdersTable } from './orders-table.tsx'
import { selectOrders, turnToPage, useOrdersView } from './orders-view.ts'

export function OrdersPage(): ReactElement {
  const { filter, page, selected } = useOrdersView()
  const { data, error, refetch } = useQuery(ordersQuery(filter, page))
  const { orders = [], count = 0, sum = 0, pages = 1 } = data ?? {}
  return (
    <Page
      title="Orders"
      scope="orders"
      context={() => ({ filter, count, sum, page, pages, orders, selected })}
      actions={<BulkActions shown={orders} />}
    >
      <OrderFilters />
      <p className="quiet" role="status">
        {count} orders, {euros(sum)}
        {selected.length > 0 && `, ${selected.length} selected`}
      </p>
      {error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <OrdersTable orders={orders} selected={selected} onSelect={selectOrders} />
      )}
      <Pager page={page} pages={pages} onPage={turnToPage} />
      <RefundTool />
    </Page>
  )
}
