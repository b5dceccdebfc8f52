import { create } from 'zustand'
import { everyOrder, type OrderFilter } from '../../shared/order.ts'

interface OrdersView {
  filter: OrderFilter
  page: number
  selected: readonly string[]
}

/** What the person, or the agent, looks at in the list of orders; kept while they are on other pages. */
export const useOrdersView = create<OrdersView>(() => ({
  filter: everyOrder,
  page: 1,
  selected: [],
}))

/** Another filter begins at its first page, with nothing selected. */
export const showOrders = (filter: OrderFilter): void =>
  useOrdersView.setState({ filter, page: 1, selected: [] })

export const turnToPage = (page: number): void => useOrdersView.setState({ page, selected: [] })

export const selectOrders = (selected: readonly string[]): void =>
  useOrdersView.setState({ selected })
