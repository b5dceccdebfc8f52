import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CustomerDetails, CustomerPage } from '../shared/customer.ts'
import type { Order, OrderDetails, OrderFilter, OrderPage } from '../shared/order.ts'
import type { Product } from '../shared/product.ts'
import type { Refund } from '../shared/refund.ts'
import type { Overview, Sales, SalesQuery } from '../shared/sales.ts'
import type { Ticket } from '../shared/ticket.ts'
import { read } from './api.ts'

export const ordersQuery = (filter: OrderFilter, page: number) =>
  queryOptions({
    queryKey: ['orders', 'list', filter, page],
    queryFn: ({ signal }) => read<OrderPage>('/orders', { ...filter, page }, signal),
    placeholderData: keepPreviousData,
  })

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'one', id],
    queryFn: ({ signal }) => read<OrderDetails>(`/orders/${encodeURIComponent(id)}`, {}, signal),
  })

/** Returns the query for the orders with these ids. */
export const namedOrdersQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['orders', 'named', ids],
    queryFn: ({ signal }) => read<Order[]>('/orders/named', { ids: ids.join(',') }, signal),
  })

export const customersQuery = (text: string, page: number) =>
  queryOptions({
    queryKey: ['customers', 'list', text, page],
    queryFn: ({ signal }) => read<CustomerPage>('/customers', { text, page }, signal),
    placeholderData: keepPreviousData,
  })

export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['customers', 'one', id],
    queryFn: ({ signal }) =>
      read<CustomerDetails>(`/customers/${encodeURIComponent(id)}`, {}, signal),
  })

export const productsQuery = queryOptions({
  queryKey: ['products'],
  queryFn: ({ signal }) => read<Product[]>('/products', {}, signal),
})

export const refundsQuery = queryOptions({
  queryKey: ['refunds'],
  queryFn: ({ signal }) => read<Refund[]>('/refunds', {}, signal),
})

export const ticketsQuery = queryOptions({
  queryKey: ['tickets'],
  queryFn: ({ signal }) => read<Ticket[]>('/tickets', {}, signal),
})

export const overviewQuery = queryOptions({
  queryKey: ['sales', 'overview'],
  queryFn: ({ signal }) => read<Overview>('/sales/overview', {}, signal),
})

export const salesOf = ({ by, week }: SalesQuery) =>
  queryOptions({
    queryKey: ['sales', by, week],
    queryFn: ({ signal }) => read<Sales>('/sales', { by, week }, signal),
  })

/** Reads all orders that fit a filter, at most 5,000. */
export const readAllOrders = (filter: OrderFilter): Promise<Order[]> =>
  read<Order[]>('/orders/export', { ...filter })
