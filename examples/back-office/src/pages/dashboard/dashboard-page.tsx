import { useAgent } from 'ambit/react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactElement, useEffect } from 'react'
import { overviewQuery } from '../../api/queries.ts'
import { euros } from '../../parts/euros.ts'
import { Page } from '../../parts/page.tsx'
import { useOffers } from '../../session/use-offers.ts'
import { ChartPanel } from './chart-panel.tsx'
import { chartsId, chartsScope, useDashboardCharts } from './dashboard-charts.ts'
import { Figures } from './figures.tsx'
import { NewChart } from './new-chart.tsx'
import { SalesTools } from './sales-tools.tsx'
import { ToDo } from './to-do.tsx'

export function DashboardPage(): ReactElement {
  const { data: overview } = useSuspenseQuery(overviewQuery)
  const { charts } = useDashboardCharts()
  const { agent } = useAgent()
  useEffect(() => agent.scopes.register(chartsScope), [agent])
  useOffers({
    ...(overview.unpaidOrders > 0
      ? {
          greeting: `${overview.unpaidOrders} orders are unpaid (${euros(overview.unpaid)}).`,
          offer: 'I can draft reminders.',
        }
      : { greeting: 'every order is paid. What would you like to know?' }),
    change: [
      {
        label: 'Remind of those over 500 of last month',
        message:
          'Open the orders page, show the unpaid orders over 500 from last month and draft reminders for them',
      },
    ],
    look: [
      'Why did sales drop in week 40?',
      {
        label: 'Products that are low',
        message: 'Open the inventory and show only products that are low',
      },
    ],
  })
  return (
    <Page title="Dashboard" scope="dashboard" context={() => overview} actions={<NewChart />}>
      <SalesTools />
      <Figures of={overview} />
      <div className="charts" id={chartsId} tabIndex={-1} data-ambit-scope="charts">
        {charts.map((chart) => (
          <ChartPanel key={chart.id} chart={chart} />
        ))}
      </div>
      <ToDo />
    </Page>
  )
}
