import { useTool } from 'ambit/react'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { ordersQuery } from '../../api/queries.ts'
import { Filters, filtersId } from '../../parts/filters.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { everyOrder, orderFilter, orderStatuses, payments, periods } from '../../shared/order.ts'
import { useOrdersView } from './orders-view.ts'
import { tellOrders } from './tell-orders.ts'

export function OrderFilters(): ReactElement {
  const { filter, showOrders } = useOrdersView()
  const client = useQueryClient()

  useTool({
    name: 'filter_orders',
    title: 'Filter orders',
    description: 'Show only some of the orders, or all of them. Omitted fields are not filtered.',
    parameters: orderFilter,
    effect: 'read',
    handler: async (filter, ctx) => {
      await showOrders(filter)
      ctx.touched(filtersId)
      const list = await client.fetchQuery(ordersQuery(filter, 1))
      const { orders, count, sum } = list
      return { summary: tellOrders(list), count, sum, orders }
    },
  })

  const isFiltered = JSON.stringify(filter) !== JSON.stringify(everyOrder)
  const choose = (
    name: 'payment' | 'status' | 'placed',
    label: string,
    options: readonly string[],
  ) => (
    <select
      aria-label={label}
      value={filter[name]}
      onChange={({ target }) =>
        void showOrders(orderFilter.parse({ ...filter, [name]: target.value }))
      }
    >
      {options.map((option) => (
        <option key={option} value={option}>
          {option === 'any' ? `any ${name}` : option}
        </option>
      ))}
    </select>
  )
  return (
    <Filters>
      <SearchField
        aria-label="Customer"
        placeholder="Customer"
        value={filter.customer}
        onChange={(customer) => void showOrders({ ...filter, customer }, true)}
      />
      {choose('payment', 'Payment', ['any', ...payments])}
      {choose('status', 'Status', ['any', ...orderStatuses])}
      {choose('placed', 'Placed', periods)}
      <SearchField
        type="number"
        aria-label="Total at least"
        placeholder="Total from €"
        min={0}
        value={String(filter.minTotal ?? '')}
        onChange={(text) => {
          const minTotal = text === '' ? undefined : Math.max(0, Number(text))
          void showOrders({ ...filter, minTotal }, true)
        }}
      />
      {isFiltered && <button onClick={() => void showOrders(everyOrder)}>Clear</button>}
    </Filters>
  )
}
