import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { salesOf } from '../../api/queries.ts'
import { BarChart } from '../../parts/bar-chart.tsx'
import { Failure } from '../../parts/failure.tsx'
import { LineChart } from '../../parts/line-chart.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { type DashboardChart, panelOf, removeChart } from './dashboard-charts.ts'
import { nameOf, tellSales } from './tell-sales.ts'

export function ChartPanel({ chart }: { chart: DashboardChart }): ReactElement {
  const { id, title, by, week } = chart
  const { data, error, refetch } = useQuery(salesOf({ by, week }))
  const isLine = week === undefined && (by === 'week' || by === 'month')
  const sold = data?.stockOuts ?? []
  const notes = Object.fromEntries(sold.map(({ week, product }) => [week, `${product} sold out`]))
  return (
    <section className="panel" aria-label={title} id={panelOf(id)}>
      <header className="row">
        <h2>{title}</h2>
        <button className="plain" aria-label={`Remove ${title}`} onClick={() => removeChart(id)}>
          Remove
        </button>
      </header>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton label={`Loading ${title}`} lines={6} />}
      {data && isLine && (
        <LineChart points={data.rows} label={title} notes={by === 'week' ? notes : {}} />
      )}
      {data && !isLine && (
        <BarChart rows={data.rows} label={title} period={nameOf(data.week ?? 'Last 52 weeks')} />
      )}
      {data?.week !== undefined && <p className="story">{tellSales(data)}</p>}
    </section>
  )
}
