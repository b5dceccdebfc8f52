import type { ReactElement } from 'react'
import { euros, shortEuros } from './euros.ts'

interface Point {
  key: string
  revenue: number
}

const width = 640
const height = 200
const left = 52
const bottom = 24
const top = 10

/** Shows revenue over time, with the lowest point marked. */
export function LineChart({
  points,
  label,
}: {
  points: readonly Point[]
  label: string
}): ReactElement {
  const most = Math.max(1, ...points.map(({ revenue }) => revenue))
  const step = (width - left - 8) / Math.max(1, points.length - 1)
  const x = (index: number): number => left + index * step
  const y = (revenue: number): number => top + (1 - revenue / most) * (height - top - bottom)
  const line = points.map(({ revenue }, index) => `${x(index)},${y(revenue)}`).join(' ')
  // The last period is not over yet.
  const whole = points.slice(0, -1)
  const lowest = whole.toSorted((a, b) => a.revenue - b.revenue)[0]
  const every = Math.max(1, Math.ceil(points.length / 8))
  return (
    <svg
      className="chart"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={lowest ? `${label}. Lowest: ${lowest.key}, ${euros(lowest.revenue)}` : label}
    >
      {[0, 0.5, 1].map((share) => (
        <g key={share}>
          <line className="grid" x1={left} x2={width} y1={y(most * share)} y2={y(most * share)} />
          <text x={left - 6} y={y(most * share) + 4} textAnchor="end">
            {shortEuros(most * share)}
          </text>
        </g>
      ))}
      <polygon
        className="area"
        points={`${left},${y(0)} ${line} ${x(points.length - 1)},${y(0)}`}
      />
      <polyline className="line" points={line} />
      {points.map(({ key, revenue }, index) => (
        <g key={key}>
          {index % every === 0 && (
            <text x={x(index)} y={height - 6} textAnchor="middle">
              {key.replace(/^\d{4}-/, '')}
            </text>
          )}
          <circle
            className={key === lowest?.key ? 'lowest' : 'point'}
            cx={x(index)}
            cy={y(revenue)}
            r={key === lowest?.key ? 5 : 3}
          >
            <title>
              {key}: {euros(revenue)}
            </title>
          </circle>
        </g>
      ))}
    </svg>
  )
}
