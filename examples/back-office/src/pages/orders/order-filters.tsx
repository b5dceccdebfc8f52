import { useTool } from '@ambit/react'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { ordersQuery } from '../../api/queries.ts'
import { everyOrder, orderFilter, orderStatuses, payments, periods } from '../../shared/order.ts'
import { showOrders, useOrdersView } from './orders-view.ts'

export function OrderFilters(): ReactElement {
  const { filter } = useOrdersView()
  const client = useQueryClient()

  useTool({
    name: 'filter_orders',
    title: 'Filter orders',
    description:
      'Show only some of the orders, or all of them. What is left out is not filtered by.',
    parameters: orderFilter,
    effect: 'read',
    handler: async (filter) => {
      showOrders(filter)
      const { orders, count, sum } = await client.fetchQuery(ordersQuery(filter, 1))
      return { count, sum, orders }
    },
  })

  const choose = (
    name: 'payment' | 'status' | 'placed',
    label: string,
    options: readonly string[],
  ) => (
    <select
      aria-label={label}
      value={filter[name]}
      onChange={(event) => showOrders(orderFilter.parse({ ...filter, [name]: event.target.value }))}
    >
      {options.map((option) => (
        <option key={option} value={option}>
          {option === 'any' ? `any ${name}` : option}
        </option>
      ))}
    </select>
  )
  return (
    <search className="row filters">
      <input
        type="search"
        aria-label="Customer"
        placeholder="Customer"
        value={filter.customer}
        onChange={(event) => showOrders({ ...filter, customer: event.target.value })}
      />
      {choose('payment', 'Payment', ['any', ...payments])}
      {choose('status', 'Status', ['any', ...orderStatuses])}
      {choose('placed', 'Placed', periods)}
      <input
        type="number"
        aria-label="Total at least"
        placeholder="Total from"
        min={0}
        value={filter.minTotal ?? ''}
        onChange={({ target: { value } }) =>
          showOrders({ ...filter, minTotal: value === '' ? undefined : Math.max(0, Number(value)) })
        }
      />
      <button onClick={() => showOrders(everyOrder)}>Clear</button>
    </search>
  )
}
