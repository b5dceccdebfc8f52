import { useNavigate, useSearch } from '@tanstack/react-router'
import type * as z from 'zod'
import { type OrderFilter, orderFilter } from '../../shared/order.ts'
import { pageNumber } from '../page-number.ts'

/** The rules of the address of the list of orders. */
export const ordersAddress = orderFilter.extend({ page: pageNumber })

/** The address of the list, of which the values that are left out have their defaults. */
export type OrdersAddress = z.input<typeof ordersAddress>

/** The filter and the page of the list of orders, which are in the address, and their setters. */
export interface OrdersView {
  filter: OrderFilter
  page: number
  /** Shows the orders of a filter. With `replace`, going back leads to what was before both. */
  showOrders: (filter: z.input<typeof orderFilter>, replace?: boolean) => Promise<void>
  turnToPage: (page: number) => Promise<void>
}

export function useOrdersView(): OrdersView {
  const search = useSearch({ from: '/orders' })
  const navigate = useNavigate()
  const filter = orderFilter.parse(search)
  return {
    filter,
    page: search.page,
    showOrders: (filter, replace = false) => navigate({ to: '/orders', search: filter, replace }),
    turnToPage: (page) => navigate({ to: '/orders', search: { ...filter, page } }),
  }
}
