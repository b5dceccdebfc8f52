import { type ReactElement, useState } from 'react'
import { euros, shortEuros } from './euros.ts'
import { Legend } from './legend.tsx'
import { useWidth } from './use-width.ts'

interface Point {
  key: string
  revenue: number
}

const height = 224
const left = 58
const bottom = 28
const top = 12
const right = 12

/**
 * Shows revenue over time, with the lowest point marked. `notes` says more about a point, by its
 * key.
 */
export function LineChart(props: {
  points: readonly Point[]
  label: string
  notes?: Readonly<Record<string, string>>
}): ReactElement {
  const { points, label, notes = {} } = props
  const [box, width] = useWidth()
  const [hovered, setHovered] = useState<number>()
  const most = Math.max(1, ...points.map(({ revenue }) => revenue))
  const step = (width - left - right) / Math.max(1, points.length - 1)
  const x = (index: number): number => left + index * step
  const y = (revenue: number): number => top + (1 - revenue / most) * (height - top - bottom)
  const at = points.map(({ revenue }, index) => `${x(index)},${y(revenue)}`)
  // The last period is not over yet.
  const whole = points.slice(0, -1)
  const lowest = whole.toSorted((a, b) => a.revenue - b.revenue)[0]
  const every = Math.max(1, Math.ceil(points.length / Math.max(2, Math.floor(width / 80))))
  const point = hovered === undefined ? undefined : points[hovered]
  const known = lowest && (notes[lowest.key] ? ` (${notes[lowest.key]})` : '')
  return (
    <div className="chart" ref={box}>
      <Legend
        of={{
          line: 'Revenue',
          ...(lowest && { lowest: `Lowest: ${short(lowest.key)}${known}` }),
          open: 'Not over yet',
        }}
      />
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={
          lowest ? `${label}. Lowest: ${lowest.key}, ${euros(lowest.revenue)}${known}` : label
        }
        onPointerMove={({ nativeEvent }) => {
          const index = Math.round((nativeEvent.offsetX - left) / step)
          setHovered(Math.min(points.length - 1, Math.max(0, index)))
        }}
        onPointerLeave={() => setHovered(undefined)}
      >
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line className="grid" x1={left} x2={width} y1={y(most * share)} y2={y(most * share)} />
            <text x={left - 8} y={y(most * share) + 4} textAnchor="end">
              {shortEuros(most * share)}
            </text>
          </g>
        ))}
        <polygon
          className="area"
          points={`${left},${y(0)} ${at.slice(0, -1).join(' ')} ${x(whole.length - 1)},${y(0)}`}
        />
        <polyline className="line" points={at.slice(0, -1).join(' ')} />
        <polyline className="line open" points={at.slice(-2).join(' ')} />
        {points.map(
          ({ key }, index) =>
            index % every === 0 && (
              <text key={key} x={x(index)} y={height - 6} textAnchor="middle">
                {short(key)}
              </text>
            ),
        )}
        {lowest && (
          <circle className="lowest" cx={x(points.indexOf(lowest))} cy={y(lowest.revenue)} r={5} />
        )}
        {point && hovered !== undefined && (
          <g className="hovered">
            <line x1={x(hovered)} x2={x(hovered)} y1={top} y2={y(0)} />
            <circle cx={x(hovered)} cy={y(point.revenue)} r={4} />
          </g>
        )}
      </svg>
      {point && hovered !== undefined && (
        <p className="tip" style={{ left: `clamp(5rem, ${x(hovered)}px, calc(100% - 5rem))` }}>
          <b>{euros(point.revenue)}</b> {short(point.key)}
          {notes[point.key] && <span>{notes[point.key]}</span>}
        </p>
      )}
    </div>
  )
}

/** Shortens a week or a month for an axis: `2026-W40` becomes `W40`. */
const short = (key: string): string => key.replace(/^\d{4}-/, '')
