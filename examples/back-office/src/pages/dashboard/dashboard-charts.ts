import { storeScope } from 'ambit'
import { create } from 'zustand'
import * as z from 'zod'
import { type SalesQuery, salesQuery } from '../../shared/sales.ts'

/** A chart to put on the dashboard. */
export const newChart = salesQuery.extend({
  title: z
    .string()
    .max(80)
    .optional()
    .describe('What it shows; left out, “Sales by …” and the week'),
})

export interface DashboardChart extends SalesQuery {
  id: string
  title: string
}

interface DashboardCharts {
  charts: readonly DashboardChart[]
}

/** The charts that the user or the agent has put on the dashboard. */
export const useDashboardCharts = create<DashboardCharts>(() => ({
  charts: [{ id: 'weeks', title: 'Sales by week', by: 'week' }],
}))

/** The id of the element that holds the charts. */
export const chartsId = 'charts'

/** Returns the id of the element that shows a chart. */
export const panelOf = (chartId: string): string => `chart-${chartId}`

/** Returns the title of a chart that nobody has named. */
const titleOf = ({ by, week }: SalesQuery): string =>
  week === undefined ? `Sales by ${by}` : `Sales by ${by} in week ${week}`

/** Returns the question with more than one bar as its answer: one week is shown by product. */
export function inBars({ by, week }: SalesQuery): SalesQuery {
  return week !== undefined && (by === 'week' || by === 'month')
    ? { by: 'product', week }
    : { by, week }
}

export function addChart({ title, ...sales }: z.infer<typeof newChart>): DashboardChart {
  // One word, such as "Sales", does not tell two charts apart.
  const isNamed = title !== undefined && title.trim().split(' ').length > 1
  const name = isNamed ? title : titleOf(sales)
  const added = { id: freeId(name), ...sales, title: name }
  // The newest is first, so that it is seen without a scroll.
  useDashboardCharts.setState(({ charts }) => ({ charts: [added, ...charts] }))
  return added
}

/** Returns an id that people can read, since the card of a call shows it. */
function freeId(title: string): string {
  const { charts } = useDashboardCharts.getState()
  const words = title.toLowerCase().match(/[\p{L}\d]+/gu) ?? ['chart']
  for (let count = 1; ; count += 1) {
    const id = [...words, ...(count > 1 ? [count] : [])].join('-')
    if (!charts.some((chart) => chart.id === id)) return id
  }
}

export function removeChart(id: string): void {
  useDashboardCharts.setState(({ charts }) => ({
    charts: charts.filter((chart) => chart.id !== id),
  }))
}

/** The scope of the charts. Charts that the agent removes come back by an undo. */
export const chartsScope = storeScope({
  name: 'charts',
  label: 'Charts',
  store: useDashboardCharts,
  context: ({ charts }) => ({ charts }),
  actions: {
    remove_chart: {
      description: 'Take a chart off the dashboard.',
      parameters: z.object({ chartId: z.string().meta({ title: 'Chart' }) }),
      run: ({ chartId }, { charts }) => {
        if (!charts.some(({ id }) => id === chartId))
          throw new Error(`There is no chart "${chartId}".`)
        removeChart(chartId)
      },
    },
  },
})
