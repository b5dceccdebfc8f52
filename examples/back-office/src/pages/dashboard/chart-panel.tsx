import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { salesOf } from '../../api/queries.ts'
import { BarChart } from '../../parts/bar-chart.tsx'
import { Failure } from '../../parts/failure.tsx'
import { LineChart } from '../../parts/line-chart.tsx'
import { say } from '../../parts/said.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import type { SalesRow } from '../../shared/sales.ts'
import { euros } from '../../parts/euros.ts'
import { chartsId, type DashboardChart, panelOf, removeChart } from './dashboard-charts.ts'
import { nameOf, tellSales } from './tell-sales.ts'

const columns: readonly Column<SalesRow>[] = [
  { title: 'Of', cell: ({ key }) => key },
  { title: 'Revenue', className: 'number', cell: ({ revenue }) => euros(revenue) },
  { title: 'Orders', className: 'number', cell: ({ orders }) => orders },
]

export function ChartPanel({ chart }: { chart: DashboardChart }): ReactElement {
  const { id, title, by, week } = chart
  const { data, error, refetch } = useQuery(salesOf({ by, week }))
  const isLine = week === undefined && (by === 'week' || by === 'month')
  const sold = data?.stockOuts ?? []
  const notes = Object.fromEntries(sold.map(({ week, product }) => [week, `${product} sold out`]))
  const remove = (): void => {
    removeChart(id)
    // The button leaves the page, and the focus may not leave with it.
    document.getElementById(chartsId)?.focus()
    say(`The chart “${title}” is removed.`)
  }
  return (
    <section className="panel" aria-label={title} id={panelOf(id)}>
      <header className="row">
        <h2>{title}</h2>
        <button className="plain" aria-label={`Remove ${title}`} onClick={remove}>
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
      {data && (
        <details>
          <summary>{title} as a table</summary>
          <Table
            label={`${title}, in figures`}
            columns={columns}
            rows={data.rows}
            idOf={({ key }) => `${id}-${key}`}
            empty="Nothing was sold."
          />
        </details>
      )}
      {data?.week !== undefined && <p className="story">{tellSales(data)}</p>}
    </section>
  )
}
