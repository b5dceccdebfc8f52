import type { ReactElement } from 'react'
import type { SalesRow } from '../shared/sales.ts'
import { euros } from './euros.ts'
import { Legend } from './legend.tsx'

const shown = 8

/**
 * Shows the largest rows as bars. A row with a "before" gets a second, pale bar. `period` names
 * what the bars are of, for the legend.
 */
export function BarChart(props: {
  rows: readonly SalesRow[]
  label: string
  period: string
}): ReactElement {
  const { rows, label, period } = props
  const largest = rows.slice(0, shown)
  const most = Math.max(1, ...largest.flatMap(({ revenue, before = 0 }) => [revenue, before]))
  const length = (amount: number) => ({ inlineSize: `${(amount / most) * 100}%` })
  const isCompared = largest.some(({ before }) => before !== undefined)
  const hasFallen = largest.some(isFallen)
  return (
    <div className="chart">
      {isCompared && (
        <Legend
          of={{
            bar: period,
            before: 'Average of the four weeks before',
            ...(hasFallen && { fallen: 'Less than half of it' }),
          }}
        />
      )}
      <div
        className="bars"
        role="img"
        aria-label={`${label}. ${largest.map(({ key, revenue }) => `${key}: ${euros(revenue)}`).join(', ')}`}
      >
        {largest.map((row) => (
          <div key={row.key} className="bar-row" title={inWords(row, period)}>
            <span>{row.key}</span>
            <span className="number">{euros(row.revenue)}</span>
            <div className="bar-track">
              <i
                className="bar"
                data-fallen={isFallen(row) || undefined}
                style={length(row.revenue)}
              />
              {row.before !== undefined && <i className="before" style={length(row.before)} />}
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}

const isFallen = ({ revenue, before }: SalesRow): boolean =>
  before !== undefined && revenue < before / 2

const inWords = ({ key, revenue, orders, before }: SalesRow, period: string): string =>
  `${key}\n${period}: ${euros(revenue)} in ${orders} orders` +
  (before === undefined ? '' : `\nAverage of the four weeks before: ${euros(before)}`)
