import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  retainSearchParams,
  type SearchSchemaInput,
  stripSearchParams,
} from '@tanstack/react-router'
import * as queries from './api/queries.ts'
import { NotFound, PageFailure, PagePending } from './page-states.tsx'
import { type CustomersAddress, customersAddress } from './pages/customers/customers-view.ts'
import { type InventoryAddress, productFilter } from './pages/inventory/inventory-view.ts'
import { type OrdersAddress, ordersAddress } from './pages/orders/orders-view.ts'
import { readSearch } from './pages/read-search.ts'
import { type RefundsAddress, refundFilter } from './pages/refunds/refunds-view.ts'
import { Shell } from './shell.tsx'

const root = createRootRouteWithContext<{ client: QueryClient }>()({
  component: Shell,
  // The model that was asked for stays in the address, so that a reload asks for it again.
  validateSearch: ({ model }: { model?: string } & SearchSchemaInput): { model?: string } =>
    typeof model === 'string' ? { model } : {},
  search: { middlewares: [retainSearchParams(['model'])] },
})

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/',
  loader: ({ context: { client } }) => client.ensureQueryData(queries.overviewQuery),
  component: lazyRouteComponent(
    () => import('./pages/dashboard/dashboard-page.tsx'),
    'DashboardPage',
  ),
})
const orders = createRoute({
  getParentRoute: () => root,
  path: '/orders',
  validateSearch: (search: OrdersAddress & SearchSchemaInput) => readSearch(ordersAddress, search),
  search: { middlewares: [stripSearchParams(ordersAddress.parse({}))] },
  component: lazyRouteComponent(() => import('./pages/orders/orders-page.tsx'), 'OrdersPage'),
})
const order = createRoute({
  getParentRoute: () => root,
  path: '/orders/$orderId',
  loader: ({ context: { client }, params }) =>
    client.ensureQueryData(queries.orderQuery(params.orderId)),
  component: lazyRouteComponent(() => import('./pages/order/order-page.tsx'), 'OrderPage'),
})
const customers = createRoute({
  getParentRoute: () => root,
  path: '/customers',
  validateSearch: (search: CustomersAddress & SearchSchemaInput) =>
    readSearch(customersAddress, search),
  search: { middlewares: [stripSearchParams(customersAddress.parse({}))] },
  component: lazyRouteComponent(
    () => import('./pages/customers/customers-page.tsx'),
    'CustomersPage',
  ),
})
const customer = createRoute({
  getParentRoute: () => root,
  path: '/customers/$customerId',
  loader: ({ context: { client }, params }) =>
    client.ensureQueryData(queries.customerQuery(params.customerId)),
  component: lazyRouteComponent(() => import('./pages/customer/customer-page.tsx'), 'CustomerPage'),
})
const inventory = createRoute({
  getParentRoute: () => root,
  path: '/inventory',
  validateSearch: (search: InventoryAddress & SearchSchemaInput) =>
    readSearch(productFilter, search),
  search: { middlewares: [stripSearchParams(productFilter.parse({}))] },
  loader: ({ context: { client } }) => client.ensureQueryData(queries.productsQuery),
  component: lazyRouteComponent(
    () => import('./pages/inventory/inventory-page.tsx'),
    'InventoryPage',
  ),
})
const refunds = createRoute({
  getParentRoute: () => root,
  path: '/refunds',
  validateSearch: (search: RefundsAddress & SearchSchemaInput) => readSearch(refundFilter, search),
  search: { middlewares: [stripSearchParams(refundFilter.parse({}))] },
  loader: ({ context: { client } }) => client.ensureQueryData(queries.refundsQuery),
  component: lazyRouteComponent(() => import('./pages/refunds/refunds-page.tsx'), 'RefundsPage'),
})
const tickets = createRoute({
  getParentRoute: () => root,
  path: '/tickets',
  loader: ({ context: { client } }) => client.ensureQueryData(queries.ticketsQuery),
  component: lazyRouteComponent(() => import('./pages/tickets/tickets-page.tsx'), 'TicketsPage'),
})

/**
 * Creates the router of the pages. Each page is a chunk of its own, loaded together with its first
 * data.
 */
export const createBackOfficeRouter = (client: QueryClient) =>
  createRouter({
    routeTree: root.addChildren([
      dashboard,
      orders,
      order,
      customers,
      customer,
      inventory,
      refunds,
      tickets,
    ]),
    context: { client },
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageFailure,
    defaultNotFoundComponent: NotFound,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createBackOfficeRouter>
  }
}
