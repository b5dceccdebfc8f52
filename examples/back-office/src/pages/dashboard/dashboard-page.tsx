import { useAgent, useTool } from '@ambit/react'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useEffect } from 'react'
import { overviewQuery, salesOf } from '../../api/queries.ts'
import { euros } from '../../parts/euros.ts'
import { Page } from '../../parts/page.tsx'
import { everyOrder } from '../../shared/order.ts'
import { salesQuery } from '../../shared/sales.ts'
import { useInventoryView } from '../inventory/inventory-view.ts'
import { showOrders } from '../orders/orders-view.ts'
import { ChartPanel } from './chart-panel.tsx'
import { chartsScope, useDashboardCharts } from './dashboard-charts.ts'
import { NewChart } from './new-chart.tsx'

export function DashboardPage(): ReactElement {
  const { data: overview } = useSuspenseQuery(overviewQuery)
  const { charts } = useDashboardCharts()
  const { agent } = useAgent()
  useEffect(() => agent.scopes.register(chartsScope), [agent])
  const low = () => useInventoryView.setState({ level: 'low', text: '' })
  return (
    <Page title="Dashboard" scope="dashboard" context={() => overview} actions={<NewChart />}>
      <SalesTool />
      <ul className="figures" aria-label="Figures">
        <Figure label="Sales this month" value={euros(overview.revenueThisMonth)} />
        <Figure label="Sales last month" value={euros(overview.revenueLastMonth)} />
        <Figure label={`Unpaid (${overview.unpaidOrders})`} value={euros(overview.unpaid)}>
          <Link to="/orders" onClick={() => showOrders({ ...everyOrder, payment: 'unpaid' })}>
            Show them
          </Link>
        </Figure>
        <Figure label="Open orders" value={String(overview.openOrders)}>
          <Link to="/orders" onClick={() => showOrders({ ...everyOrder, status: 'open' })}>
            Show them
          </Link>
        </Figure>
        <Figure label="Products low" value={String(overview.lowStock)}>
          <Link to="/inventory" onClick={low}>
            Show them
          </Link>
        </Figure>
        <Figure label="Refunds due" value={String(overview.scheduledRefunds)}>
          <Link to="/refunds">Show them</Link>
        </Figure>
      </ul>
      <div className="charts" data-ambit-scope="charts">
        {charts.map((chart) => (
          <ChartPanel key={chart.id} chart={chart} />
        ))}
      </div>
    </Page>
  )
}

function Figure(props: { label: string; value: string; children?: ReactElement }): ReactElement {
  const { label, value, children } = props
  return (
    <li className="panel">
      <span className="quiet">{label}</span>
      <b>{value}</b>
      {children}
    </li>
  )
}

function SalesTool(): null {
  const client = useQueryClient()
  useTool({
    name: 'query_sales',
    description:
      'Read the sales of the last 52 weeks, or of one week beside those before, and what was sold out.',
    parameters: salesQuery,
    effect: 'read',
    handler: (query) => client.fetchQuery(salesOf(query)),
  })
  return null
}
