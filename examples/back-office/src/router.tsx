import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import * as queries from './api/queries.ts'
import { NotFound, PageFailure, PagePending } from './page-states.tsx'
import { Shell } from './shell.tsx'

const root = createRootRouteWithContext<{ client: QueryClient }>()({ component: Shell })

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
  loader: ({ context: { client } }) => client.ensureQueryData(queries.productsQuery),
  component: lazyRouteComponent(
    () => import('./pages/inventory/inventory-page.tsx'),
    'InventoryPage',
  ),
})
const refunds = createRoute({
  getParentRoute: () => root,
  path: '/refunds',
  loader: ({ context: { client } }) => client.ensureQueryData(queries.refundsQuery),
  component: lazyRouteComponent(() => import('./pages/refunds/refunds-page.tsx'), 'RefundsPage'),
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
    ]),
    context: { client },
    defaultPreload: 'intent',
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageFailure,
    defaultNotFoundComponent: NotFound,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createBackOfficeRouter>
  }
}
