import { create } from 'zustand'
import { everyOrder, type OrderFilter } from '../../shared/order.ts'

interface OrdersView {
  filter: OrderFilter
  page: number
  selected: readonly string[]
}

/**
 * The filter, the page and the selection in the list of orders. The view is kept while other pages
 * are shown.
 */
export const useOrdersView = create<OrdersView>(() => ({
  filter: everyOrder,
  page: 1,
  selected: [],
}))

/** Shows the orders of a filter, from the first page and with nothing selected. */
export const showOrders = (filter: OrderFilter): void =>
  useOrdersView.setState({ filter, page: 1, selected: [] })

export const turnToPage = (page: number): void => useOrdersView.setState({ page, selected: [] })

export const selectOrders = (selected: readonly string[]): void =>
  useOrdersView.setState({ selected })
