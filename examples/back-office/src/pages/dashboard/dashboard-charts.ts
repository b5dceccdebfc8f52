import { storeScope } from '@ambit/core/zustand'
import { create } from 'zustand'
import * as z from 'zod'
import { salesQuery } from '../../shared/sales.ts'

const newChart = salesQuery.extend({ title: z.string().min(1).max(80).describe('What it shows') })

export interface DashboardChart extends z.infer<typeof newChart> {
  id: string
}

interface DashboardCharts {
  charts: readonly DashboardChart[]
}

/** The charts that the person or the agent has put on the dashboard. */
export const useDashboardCharts = create<DashboardCharts>(() => ({
  charts: [{ id: 'weeks', title: 'Sales by week', by: 'week' }],
}))

export function addChart(chart: z.infer<typeof newChart>): DashboardChart {
  const added = { id: crypto.randomUUID().slice(0, 8), ...chart }
  useDashboardCharts.setState(({ charts }) => ({ charts: [...charts, added] }))
  return added
}

export function removeChart(id: string): void {
  useDashboardCharts.setState(({ charts }) => ({
    charts: charts.filter((chart) => chart.id !== id),
  }))
}

/** The scope of the charts. Charts that the agent adds or removes can be undone. */
export const chartsScope = storeScope({
  name: 'charts',
  label: 'Charts',
  store: useDashboardCharts,
  context: ({ charts }) => ({ charts }),
  actions: {
    show_chart: {
      description: 'Put a chart of sales on the dashboard.',
      parameters: newChart,
      run: (chart) => addChart(chart),
    },
    remove_chart: {
      description: 'Take a chart off the dashboard.',
      parameters: z.object({ chartId: z.string() }),
      run: ({ chartId }, { charts }) => {
        if (!charts.some(({ id }) => id === chartId))
          throw new Error(`There is no chart "${chartId}".`)
        removeChart(chartId)
      },
    },
  },
})
