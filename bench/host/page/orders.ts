/** A row of the list. */
export interface Order {
  readonly id: string
  readonly title: string
  readonly customer: string
  readonly placedAt: Date
  readonly total: number
  readonly status: 'new' | 'paid' | 'sent'
}

const customers = [
  'Northwind Traders',
  'Contoso Coffee',
  'Fabrikam Fibers',
  'Adventure Works',
  'Tailspin Toys',
  'Wide World Importers',
  'Litware Lamps',
  'Proseware Paper',
  'Graphic Gardens',
  'Southridge Video',
]
const statuses = ['new', 'paid', 'sent'] as const
const dayMs = 86_400_000

/** The orders of the page, the same at each load. */
export const orders: readonly Order[] = Array.from({ length: 50 }, (_, at) => ({
  id: `${1_001 + at}`,
  title: `Order no. ${1_001 + at}`,
  customer: customers[at % customers.length] ?? '',
  placedAt: new Date(Date.UTC(2026, 0, 1) + at * dayMs),
  total: 19.9 + at * 7.5,
  status: statuses[at % statuses.length] ?? 'new',
}))
