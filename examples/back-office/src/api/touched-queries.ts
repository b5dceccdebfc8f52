import type { QueryKey } from '@tanstack/react-query'

/** What each kind of change makes out of date. */
export const touched = {
  orders: [['orders'], ['sales', 'overview']],
  refunds: [['refunds'], ['orders'], ['sales', 'overview']],
  customers: [['customers'], ['orders']],
  stock: [['products'], ['sales', 'overview']],
} satisfies Record<string, readonly QueryKey[]>
