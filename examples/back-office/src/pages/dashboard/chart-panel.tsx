import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { salesOf } from '../../api/queries.ts'
import { BarChart } from '../../parts/bar-chart.tsx'
import { Failure } from '../../parts/failure.tsx'
import { LineChart } from '../../parts/line-chart.tsx'
import { type DashboardChart, removeChart } from './dashboard-charts.ts'

export function ChartPanel({ chart }: { chart: DashboardChart }): ReactElement {
  const { id, title, by, week } = chart
  const { data, error, refetch } = useQuery(salesOf({ by, week }))
  const isLine = week === undefined && (by === 'week' || by === 'month')
  const sold = data?.stockOuts ?? []
  return (
    <section className="panel" aria-label={title}>
      <header className="row">
        <h2>{title}</h2>
        <button aria-label={`Remove ${title}`} onClick={() => removeChart(id)}>
          Remove
        </button>
      </header>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data && isLine && <LineChart points={data.rows} label={title} />}
      {data && !isLine && <BarChart rows={data.rows} label={title} />}
      {data?.week && (
        <p className="quiet">{data.week}; pale: the average of the four weeks before</p>
      )}
      {sold.map(({ sku, product, from, to }) => (
        <p key={sku}>
          {product} was sold out from {from} to {to}.
        </p>
      ))}
    </section>
  )
}
