import { Link } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { euros } from '../../parts/euros.ts'
import type { Overview } from '../../shared/sales.ts'

/** Shows the figures of the shop, each with a way to what it counts. */
export function Figures({ of }: { of: Overview }): ReactElement {
  return (
    <ul className="figures" aria-label="Figures">
      <Figure label="Sales this month" value={euros(of.revenueThisMonth)}>
        <span className="quiet">up to today</span>
      </Figure>
      <Figure label="Sales last month" value={euros(of.revenueLastMonth)}>
        <span className="quiet">the whole month</span>
      </Figure>
      <Figure label="Unpaid" value={euros(of.unpaid)}>
        <Link to="/orders" search={{ payment: 'unpaid' }}>
          {of.unpaidOrders} orders
        </Link>
      </Figure>
      <Figure label="Open orders" value={String(of.openOrders)}>
        <Link to="/orders" search={{ status: 'open' }}>
          To be shipped
        </Link>
      </Figure>
      <Figure label="Products low" value={String(of.lowStock)}>
        <Link to="/inventory" search={{ level: 'low' }}>
          To be ordered
        </Link>
      </Figure>
      <Figure label="Refunds due" value={String(of.scheduledRefunds)}>
        <Link to="/refunds" search={{ status: 'scheduled' }}>
          Paid tonight
        </Link>
      </Figure>
    </ul>
  )
}

function Figure(props: { label: string; value: string; children: ReactNode }): ReactElement {
  const { label, value, children } = props
  return (
    <li className="panel">
      <span className="quiet">{label}</span>
      <b>{value}</b>
      {children}
    </li>
  )
}
