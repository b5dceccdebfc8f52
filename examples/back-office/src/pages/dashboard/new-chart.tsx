import { type ReactElement, useState } from 'react'
import { flushSync } from 'react-dom'
import { say } from '../../parts/said.tsx'
import { groupings } from '../../shared/sales.ts'
import { addChart, inBars, panelOf } from './dashboard-charts.ts'

/** Shows the form that adds a chart by hand. */
export function NewChart(): ReactElement {
  const [by, setBy] = useState<(typeof groupings)[number]>('product')
  const [week, setWeek] = useState('')
  const number = Math.round(Number(week))
  const wanted = number >= 1 && number <= 53 ? number : undefined
  const add = (): void => {
    const chart = flushSync(() => addChart(inBars({ by, week: wanted })))
    document.getElementById(panelOf(chart.id))?.scrollIntoView({ block: 'nearest' })
    say(`The chart “${chart.title}” is on the dashboard.`)
  }
  return (
    <form
      className="row"
      aria-label="New chart"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <select
        aria-label="Sales by"
        value={by}
        onChange={(event) => setBy(event.target.value as (typeof groupings)[number])}
      >
        {groupings.map((name) => (
          <option key={name} value={name}>
            by {name}
          </option>
        ))}
      </select>
      <input
        className="short"
        aria-label="Calendar week"
        placeholder="week"
        inputMode="numeric"
        value={week}
        onChange={(event) => setWeek(event.target.value)}
      />
      <button>Add chart</button>
    </form>
  )
}
