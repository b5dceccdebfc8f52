import type { ReactElement } from 'react'

const paths = {
  dashboard: 'M3 3h4v6H3zM9 3h4v3H9zM9 8h4v5H9zM3 11h4v2H3z',
  orders: 'M4 2.5h8v11l-2-1.3-2 1.3-2-1.3-2 1.3zM6 6h4M6 8.5h4',
  customers:
    'M8 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM3.5 13.5c.5-2.4 2.3-3.5 4.5-3.5s4 1.1 4.5 3.5',
  inventory: 'M2.5 5.5 8 2.8l5.5 2.7v5L8 13.2l-5.5-2.7zM2.5 5.5 8 8.2l5.5-2.7M8 8.2v5',
  refunds: 'M6 3 3 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H6',
  tickets: 'M2.5 3.5h11v7.5H7l-3 2.5V11H2.5zM5.5 6.2h5M5.5 8.4h3',
} as const

/** Shows the icon of a page. Its name stands beside it. */
export function Icon({ of }: { of: keyof typeof paths }): ReactElement {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden>
      <path d={paths[of]} />
    </svg>
  )
}
