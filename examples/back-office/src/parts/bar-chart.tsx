import type { ReactElement } from 'react'
import type { SalesRow } from '../shared/sales.ts'
import { euros } from './euros.ts'

const shown = 8
const rowHeight = 44
const width = 640

/** Shows the largest rows as bars. A row with a "before" gets a second, pale bar below. */
export function BarChart({
  rows,
  label,
}: {
  rows: readonly SalesRow[]
  label: string
}): ReactElement {
  const largest = rows.slice(0, shown)
  const most = Math.max(1, ...largest.flatMap(({ revenue, before = 0 }) => [revenue, before]))
  const length = (amount: number): number => (amount / most) * (width - 110)
  return (
    <svg
      className="chart"
      viewBox={`0 0 ${width} ${largest.length * rowHeight}`}
      role="img"
      aria-label={`${label}. ${largest.map(({ key, revenue }) => `${key}: ${euros(revenue)}`).join(', ')}`}
    >
      {largest.map(({ key, revenue, before }, index) => (
        <g key={key} transform={`translate(0 ${index * rowHeight})`}>
          <text y={14}>{key}</text>
          {before !== undefined && (
            <rect className="before" y={22} width={length(before)} height={11} rx={2} />
          )}
          <rect
            className={before !== undefined && revenue < before / 2 ? 'bar fallen' : 'bar'}
            y={22}
            width={Math.max(2, length(revenue))}
            height={before === undefined ? 11 : 7}
            rx={2}
          />
          <text x={length(Math.max(revenue, before ?? 0)) + 8} y={33}>
            {euros(revenue)}
          </text>
        </g>
      ))}
    </svg>
  )
}
